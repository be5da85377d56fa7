"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { keysEnd } from "@/components/members/use-member-change";
import { toast } from "@/components/toasts/toast";
import { useConfirm } from "@/components/ui/confirm";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { User } from "@/lib/nouns/users/schemas";

/** Suspends a person, after a question that states the consequences, or reactivates them. */
export function useSuspension(user: User) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const name = user.name || user.email;
  const params = { path: { userID: user.uid } };
  const settled = {
    onError: (error: ApiError) => tellError(`${name} was not changed`, error),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  };
  const suspension = useMutation({
    mutationFn: () => unwrap(api.PUT("/v1/users/{userID}/suspend", { params })),
    onSuccess: ({ ended_sessions, revoked_api_keys }) =>
      toast.success(`${name} is suspended`, {
        description: `${count(ended_sessions, "session")} ended, ${count(revoked_api_keys, "API key")} revoked.`,
      }),
    ...settled,
  });
  const reactivation = useMutation({
    mutationFn: () => unwrap(api.PUT("/v1/users/{userID}/reactivate", { params })),
    onSuccess: () => toast.success(`${name} may sign in again`),
    ...settled,
  });

  const suspend = async () => {
    const yes = await confirm({
      title: `Suspend ${name}?`,
      consequence: `${user.email} ${user.sessions === 0 ? "" : `is signed out everywhere (${count(user.sessions, "session")}) and `}cannot sign in until you let them in again.${keysEnd(user.api_keys, "they")}`,
      action: "Suspend",
      danger: true,
    });
    if (yes) suspension.mutate();
  };

  const reactivate = async () => {
    const yes = await confirm({
      title: `Let ${name} in again?`,
      consequence: `${user.email} may sign in and has a role in ${count(user.projects, "project")}, as before. Keys that were revoked stay so.`,
      action: "Let in again",
    });
    if (yes) reactivation.mutate();
  };

  return { suspend, reactivate, pending: suspension.isPending || reactivation.isPending };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
