"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { toast } from "sonner";
import { api } from "@/components/data/api";
import { useGo } from "@/components/forms/unsaved-warning";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/endpoints/schemas";

/** A made-up event for this endpoint alone, signed and shown like any other. */
export function SendTestEvent({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const client = useQueryClient();
  const go = useGo();
  const { uid: endpointID, name, status } = endpoint;

  const send = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/test", {
          params: { path: { projectID, endpointID } },
        }),
      ),
    onSuccess: async ({ uid }) => {
      toast.success("Test event created", {
        description: NEXT[status],
        action: { label: "See it", onClick: () => go(`/projects/${projectID}/events/${uid}`) },
      });
      await client.invalidateQueries({ queryKey: ["projects", projectID] });
    },
    onError: (error) => toast.error(`No test event was sent to ${name}`, { description: error.message }),
  });

  return (
    <Button pending={send.isPending} onClick={() => send.mutate()}>
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
