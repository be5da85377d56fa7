"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Power, PowerOff, Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { unwrap } from "@/lib/api/client";
import type { ListedDevice } from "@/lib/nouns/devices/schemas";

type Change = "disable" | "enable" | "delete";

/** An admin's actions on a device. */
export function DeviceActions({ device }: { device: ListedDevice }) {
  const mayAdminister = useMay(device.project_id, "administer");
  const { change, pending } = useDeviceChange(device);
  if (!mayAdminister) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="icon" variant="ghost" pending={pending} aria-label={`Actions for ${device.host_name}`}>
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {device.status === "disabled" ? (
          <MenuItem onSelect={() => void change("enable")}>
            <Power aria-hidden />
            Enable
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => void change("disable")}>
            <PowerOff aria-hidden />
            Disable
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger onSelect={() => void change("delete")}>
          <Trash2 aria-hidden />
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Changes a device; asks before a change that discards deliveries. */
function useDeviceChange(device: ListedDevice) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const path = { projectID: device.project_id, deviceID: device.uid };

  const mutation = useMutation({
    mutationFn: (change: Change): Promise<unknown> =>
      change === "delete"
        ? unwrap(api.DELETE("/v1/projects/{projectID}/devices/{deviceID}", { params: { path } }))
        : unwrap(
            api.PUT("/v1/projects/{projectID}/devices/{deviceID}", {
              params: { path },
              body: { is_disabled: change === "disable" },
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", device.project_id] }),
    onError: (error) => tellError(`${device.host_name} was not changed`, error),
  });

  const change = async (wanted: Change) => {
    if (wanted === "enable" || (await confirm(toQuestion(wanted, device)))) mutation.mutate(wanted);
  };
  return { change, pending: mutation.isPending };
}

function toQuestion(change: Exclude<Change, "enable">, { host_name, waiting_deliveries }: ListedDevice) {
  const waiting = toWaitingWords(waiting_deliveries);
  return change === "disable"
    ? {
        title: `Disable ${host_name}?`,
        consequence: `${waiting}, and so does what comes for it from now on. You can resend them once it is enabled again.`,
        action: "Disable",
        danger: true,
      }
    : {
        title: `Delete ${host_name}?`,
        consequence: `Its subscriptions are deleted with it. ${waiting}. Deliveries of the past stay. This cannot be undone.`,
        action: "Delete",
        danger: true,
      };
}

function toWaitingWords(count: number): string {
  if (count === 0) return "What waits for it becomes Discarded";
  if (count === 1) return "1 waiting delivery becomes Discarded";
  return `${count.toLocaleString("en")}${count >= 1_000 ? " or more" : ""} waiting deliveries become Discarded`;
}
