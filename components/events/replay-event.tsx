"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Route } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { Event, ReplayedEvent } from "@/lib/nouns/events/schemas";

const READING_MS = 20_000;

type ReplayEventProps = {
  projectID: string;
  event: Event;
  /** In a row it is small. */
  inRow?: boolean;
};

/** Whether an event can be routed anew: a duplicate cannot. */
export function canReplay(event: Pick<Event, "is_duplicate_event">): boolean {
  return !event.is_duplicate_event;
}

/** The button in the row of an event; empty for visitors who may not use it, and for what cannot be replayed. */
export function RowReplay({ event }: { event: Event }) {
  const mayReplay = useMay(event.project_id, "operate");
  return mayReplay && canReplay(event) ? <ReplayEvent projectID={event.project_id} event={event} inRow /> : null;
}

/**
 * Routes an event anew, by the present subscriptions. Destinations that have it already get it again only after a
 * question.
 */
export function ReplayEvent({ projectID, event, inRow = false }: ReplayEventProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const isWaiting = event.status === "Pending" || event.status === "Processing";

  const replay = useMutation({
    mutationFn: async () => {
      const first = await send(projectID, event.uid, {});
      if (first.reason?.code !== "already_delivered" || !(await confirm(AGAIN))) return first;
      return send(projectID, event.uid, { force: "true" });
    },
    onSuccess: tell,
    onError: (error) => tellError("Not replayed", error),
    onSettled: () => client.invalidateQueries({ queryKey: ["projects", projectID] }),
  });

  return (
    <Button
      size={inRow ? "sm" : "md"}
      pending={replay.isPending}
      disabled={isWaiting}
      title={isWaiting ? "It is being routed now" : undefined}
      onClick={() => replay.mutate()}
    >
      <Route aria-hidden />
      Replay
    </Button>
  );
}

type Replay = ReplayedEvent["replay"];

const AGAIN = {
  title: "Send it again?",
  consequence:
    "Every destination that takes this event has it, or is about to get it. Each gets a new delivery, with a webhook-id of its own.",
  action: "Send again",
};

async function send(projectID: string, eventID: string, query: { force?: "true" }): Promise<Replay> {
  const params = { path: { projectID, eventID }, query };
  const answer = await unwrap(api.POST("/v1/projects/{projectID}/events/{eventID}/replay", { params }));
  return answer.replay;
}

function tell({ deliveries, reason }: Replay): void {
  if (deliveries === null) toast.success("The event is being routed anew");
  else if (deliveries > 0) {
    toast.success(deliveries === 1 ? "1 new delivery is on its way" : `${deliveries} new deliveries are on their way`);
  } else toast.error("No new delivery", { description: reason?.message, duration: READING_MS });
}
