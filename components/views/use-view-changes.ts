"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { offerUndo } from "@/components/data/offer-undo";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { useConfirm } from "@/components/ui/confirm";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { UpdateView, View } from "@/lib/nouns/views/schemas";

type Change = { view: View; to: UpdateView };

/** What a person may do with a view. /v1 decides what is done. */
export function useViewChanges(projectID: string) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const mayShare = useMay(projectID, "operate");
  const readAgain = () => client.invalidateQueries({ queryKey: ["projects", projectID, "views"] });
  const params = ({ uid }: View) => ({ path: { projectID, viewID: uid } });

  const changing = useMutation<View, ApiError, Change>({
    mutationFn: ({ view, to }) =>
      unwrap(api.PUT("/v1/projects/{projectID}/views/{viewID}", { params: params(view), body: to })),
    onError: (error, { view }) => tellError(`${view.name} was not changed`, error),
    onSettled: readAgain,
  });
  const deleting = useMutation<View, ApiError, View>({
    mutationFn: (view) => unwrap(api.DELETE("/v1/projects/{projectID}/views/{viewID}", { params: params(view) })),
    onError: (error, { name }) => tellError(`${name} was not deleted`, error),
    onSuccess: ({ name }) => toast.success(`${name} was deleted`),
    onSettled: readAgain,
  });

  return {
    mayShare,
    mayChange: (view: View) => !view.is_shared || mayShare,
    isChanging: changing.isPending,
    setPinned: (view: View) => changing.mutate({ view, to: { is_pinned: !view.is_pinned } }),
    /** Replaces the filters and columns. */
    save: (view: View, to: Pick<View, "query" | "columns">) => {
      const before = { query: view.query, columns: view.columns };
      const undo = () => changing.mutate({ view, to: before });
      changing.mutate({ view, to }, { onSuccess: () => offerUndo(`${view.name} was saved`, { run: undo }) });
    },
    /** Deletes after a question; calls `onDone` once it is deleted. */
    remove: async (view: View, onDone: () => void) => {
      const whose = view.is_shared ? "Everybody in the project loses it. " : "";
      const consequence = `${whose}What it finds stays as it is, and so do links to its filters.`;
      const question = { title: `Delete the view ${view.name}?`, consequence, action: "Delete view", danger: true };
      if (await confirm(question)) deleting.mutate(view, { onSuccess: onDone });
    },
  };
}
