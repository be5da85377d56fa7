"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { Replay } from "@/lib/nouns/replays/schemas";

export type ReplayChange = "run" | "pause" | "cancel";

/** Runs, pauses and cancels a replay; asks before the first run and before cancelling. */
export function useReplayState(replay: Replay) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { uid: replayID, project_id: projectID, name } = replay;

  const mutation = useMutation({
    mutationFn: (change: ReplayChange) =>
      unwrap(
        api.POST(`/v1/projects/{projectID}/replays/{replayID}/${change}`, {
          params: { path: { projectID, replayID } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectID, "replays"] }),
    onError: (error) => tellError(`${name} was not changed`, error),
  });

  const change = async (wanted: ReplayChange) => {
    const question = askBefore(replay, wanted);
    if (question && !(await confirm(question))) return;
    mutation.mutate(wanted);
  };

  return { change, pending: mutation.isPending ? mutation.variables : null };
}

function askBefore({ name, status, preview, progress, rate_per_second: rate }: Replay, wanted: ReplayChange) {
  const count = preview.count.toLocaleString("en");
  if (wanted === "run" && status === "Ready") {
    return {
      title: `Run ${name}?`,
      consequence: `${count} deliveries are resent, oldest first, at most ${rate.toLocaleString("en")} a second. You can pause it at any time.`,
      action: "Run",
    };
  }
  if (wanted === "cancel" && progress.waiting > 0) {
    return {
      title: `Cancel ${name}?`,
      consequence: `${progress.waiting.toLocaleString("en")} deliveries are not resent by it any more. What was resent stays so. A cancelled replay cannot be run again.`,
      action: "Cancel replay",
      cancel: "Keep it",
      danger: true,
    };
  }
  return null;
}
