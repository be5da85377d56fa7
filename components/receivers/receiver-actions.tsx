"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useDeletion } from "@/components/data/use-deletion";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Receiver } from "@/lib/nouns/receivers/schemas";

const PROLONGED_DAYS = 30;

export function ReceiverActions({ projectID, receiver }: { projectID: string; receiver: Receiver }) {
  const client = useQueryClient();
  const mayOperate = useMay(projectID, "operate");
  const { deleting, startDeletion } = useDeletion();
  const { uid: receiverID, name } = receiver;
  const path = { projectID, receiverID };
  const queryKey = ["projects", projectID, "receivers"];

  const prolonging = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/v1/projects/{projectID}/receivers/{receiverID}", {
          params: { path },
          body: { expires_in_days: PROLONGED_DAYS },
        }),
      ),
    onSuccess: () => {
      toast.success(`It lasts ${PROLONGED_DAYS} days from now`);
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => tellError(`${name} was not prolonged`, error),
  });

  if (!mayOperate) return null;
  return (
    <>
      <Button pending={prolonging.isPending} onClick={() => prolonging.mutate()}>
        <CalendarPlus aria-hidden />
        Prolong to {PROLONGED_DAYS} days
      </Button>
      <Button
        pending={deleting}
        onClick={() =>
          void startDeletion({
            name,
            consequence:
              "What it received is deleted too. Endpoints with its address stay, and their deliveries fail with 404. This cannot be undone.",
            remove: () => unwrap(api.DELETE("/v1/projects/{projectID}/receivers/{receiverID}", { params: { path } })),
            queryKey,
            address: `/projects/${projectID}/receivers`,
          })
        }
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </>
  );
}
