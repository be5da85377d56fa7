"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { offerUndo } from "@/components/data/offer-undo";
import { tellError } from "@/components/data/tell-error";
import { tellWaitingDeliveries } from "@/components/endpoints/waiting-deliveries";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

export type EndpointChange = "pause" | "resume" | "activate" | "deactivate";

type NamedEndpoint = Pick<Endpoint, "uid" | "name">;

/** Changes the status of any endpoint; asks before deactivating, which discards waiting deliveries. */
export function useChangeEndpoint(projectID: string) {
  const client = useQueryClient();
  const confirm = useConfirm();

  const mutation = useMutation({
    mutationFn: ({ endpoint, wanted }: { endpoint: NamedEndpoint; wanted: EndpointChange }) =>
      unwrap(
        api.PUT(`/v1/projects/{projectID}/endpoints/{endpointID}/${wanted}`, {
          params: { path: { projectID, endpointID: endpoint.uid } },
        }),
      ),
    onSuccess: (_changed, { endpoint, wanted }) => {
      if (wanted === "pause") {
        const run = () => mutation.mutate({ endpoint, wanted: "resume" });
        offerUndo(`${endpoint.name} is paused, its deliveries wait`, { run });
      }
      return client.invalidateQueries({ queryKey: ["projects", projectID] });
    },
    onError: (error, { endpoint }) => tellError(`${endpoint.name} was not changed`, error),
  });

  const change = async (endpoint: NamedEndpoint, wanted: EndpointChange) => {
    if (wanted === "deactivate") {
      const yes = await confirm({
        title: `Deactivate ${endpoint.name}?`,
        consequence: `${await tellWaitingDeliveries(client, projectID, endpoint.uid)} What comes for it from now on will become Discarded. You can resend it all later, once it is active again.`,
        action: "Deactivate",
        danger: true,
      });
      if (!yes) return;
    }
    mutation.mutate({ endpoint, wanted });
  };

  return { change, pending: mutation.isPending };
}

/** Changes the status of one endpoint. */
export function useEndpointState(projectID: string, endpoint: NamedEndpoint) {
  const { change, pending } = useChangeEndpoint(projectID);
  return { change: (wanted: EndpointChange) => change(endpoint, wanted), pending };
}
