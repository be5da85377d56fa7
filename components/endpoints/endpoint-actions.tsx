"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Ellipsis, Power, PowerOff, Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { useDeletion } from "@/components/data/use-deletion";
import { PreviewTestEvent } from "@/components/endpoints/preview-test-event";
import { SendTestEvent } from "@/components/endpoints/send-test-event";
import { useEndpointState } from "@/components/endpoints/use-endpoint-state";
import { tellWaitingDeliveries } from "@/components/endpoints/waiting-deliveries";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

type EndpointActionsProps = { projectID: string; endpoint: Endpoint };

/** The actions on the endpoint in its present status. */
export function EndpointActions({ projectID, endpoint }: EndpointActionsProps) {
  const mayOperate = useMay(projectID, "operate");
  const mayAdminister = useMay(projectID, "administer");
  const { change, pending } = useEndpointState(projectID, endpoint);
  const { status } = endpoint;

  return (
    <>
      {mayOperate && (
        <>
          <SendTestEvent projectID={projectID} endpoint={endpoint} />
          <PreviewTestEvent projectID={projectID} endpoint={endpoint} />
        </>
      )}
      {mayOperate && status === "active" && (
        <Button pending={pending} onClick={() => void change("pause")}>
          <CirclePause aria-hidden />
          Pause deliveries
        </Button>
      )}
      {mayOperate && (status === "paused" || status === "pending") && (
        <Button variant="primary" pending={pending} onClick={() => void change("resume")}>
          <CirclePlay aria-hidden />
          Resume deliveries
        </Button>
      )}
      {mayAdminister && status === "inactive" && (
        <Button variant="primary" pending={pending} onClick={() => void change("activate")}>
          <Power aria-hidden />
          Activate
        </Button>
      )}
      {mayAdminister && <MoreActions projectID={projectID} endpoint={endpoint} />}
    </>
  );
}

function MoreActions({ projectID, endpoint }: EndpointActionsProps) {
  const { change } = useEndpointState(projectID, endpoint);
  const { startDeletion } = useDeletion();
  const client = useQueryClient();
  const path = { projectID, endpointID: endpoint.uid };

  const deleteIt = async () =>
    startDeletion({
      name: endpoint.name,
      consequence: `${await tellWaitingDeliveries(client, projectID, endpoint.uid)} Its subscriptions are deleted with it. Deliveries of the past stay. This cannot be undone.`,
      remove: () => unwrap(api.DELETE("/v1/projects/{projectID}/endpoints/{endpointID}", { params: { path } })),
      queryKey: ["projects", projectID],
      address: `/projects/${projectID}/endpoints`,
    });

  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="icon" aria-label="More actions">
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {endpoint.status !== "inactive" && (
          <MenuItem onSelect={() => void change("deactivate")}>
            <PowerOff aria-hidden />
            Deactivate
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger onSelect={() => void deleteIt()}>
          <Trash2 aria-hidden />
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
