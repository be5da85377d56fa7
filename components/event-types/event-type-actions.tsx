"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useDeletion } from "@/components/data/use-deletion";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { EventType } from "@/lib/nouns/event-types/schemas";

type EventTypeActionsProps = { projectID: string; eventType: EventType };

/** Deprecating, which can be undone, and deleting, which cannot. */
export function EventTypeActions({ projectID, eventType }: EventTypeActionsProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const mayAdminister = useMay(projectID, "administer");
  const { deleting, startDeletion } = useDeletion();
  const { uid: eventTypeID, name, is_deprecated: isDeprecated } = eventType;
  const path = { projectID, eventTypeID };
  const queryKey = ["projects", projectID, "event-types"];

  const change = useMutation({
    mutationFn: (is_deprecated: boolean) =>
      unwrap(
        api.PUT("/v1/projects/{projectID}/event-types/{eventTypeID}", { params: { path }, body: { is_deprecated } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => tellError(`${name} was not changed`, error),
  });

  if (!mayAdminister) return null;

  const deprecate = async () => {
    const yes = await confirm({
      title: `Deprecate ${name}?`,
      consequence:
        "It is shown as not to be used any more. Its events are still taken, validated against its schema and delivered. You can undo it.",
      action: "Deprecate",
    });
    if (yes) change.mutate(true);
  };

  return (
    <>
      {isDeprecated ? (
        <Button pending={change.isPending} onClick={() => change.mutate(false)}>
          <ArchiveRestore aria-hidden />
          Undo deprecation
        </Button>
      ) : (
        <Button pending={change.isPending} onClick={() => void deprecate()}>
          <Archive aria-hidden />
          Deprecate
        </Button>
      )}
      <Button
        pending={deleting}
        onClick={() =>
          void startDeletion({
            name,
            consequence:
              "Events of this name are taken whatever their payload is from then on. Those of the past stay. This cannot be undone.",
            remove: () =>
              unwrap(api.DELETE("/v1/projects/{projectID}/event-types/{eventTypeID}", { params: { path } })),
            queryKey,
            address: `/projects/${projectID}/event-types`,
          })
        }
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </>
  );
}
