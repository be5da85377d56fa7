"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useGo } from "@/components/forms/unsaved-warning";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const READING_MS = 20_000;

type TestedEndpoint = Pick<Endpoint, "uid" | "name" | "status">;

/** Sends an invented event to an endpoint alone, on the way of real events, and shows whether it will arrive. */
export function useSendTestEvent(projectID: string) {
  const client = useQueryClient();
  const go = useGo();

  return useMutation({
    mutationFn: ({ uid: endpointID }: TestedEndpoint) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/test", {
          params: { path: { projectID, endpointID } },
        }),
      ),
    onSuccess: async ({ uid, deliveries, reason }, { status }) => {
      const action = { label: "See it", onClick: () => go(`/projects/${projectID}/events/${uid}`) };
      if (reason) {
        toast.error("No test event will arrive", { description: reason.message, action, duration: READING_MS });
      } else {
        const description = deliveries === null ? "It is being routed." : NEXT[status];
        toast.success("Test event created", { description, action });
      }
      await client.invalidateQueries({ queryKey: ["projects", projectID] });
    },
    onError: (error, { name }) => tellError(`No test event was sent to ${name}`, error),
  });
}

export function SendTestEvent({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const send = useSendTestEvent(projectID);
  return (
    <Button pending={send.isPending} onClick={() => send.mutate(endpoint)}>
      <FlaskConical aria-hidden />
      Send test event
    </Button>
  );
}

const NEXT: Record<Endpoint["status"], string> = {
  active: "It is on its way, as hookyard.test.",
  paused: "It waits until deliveries are resumed.",
  pending: "It waits until the endpoint answers again.",
  inactive: "It is Discarded, because the endpoint is inactive.",
};
