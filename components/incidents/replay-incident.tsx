"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { deliveryListRead } from "@/components/deliveries/queries";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { Incident } from "@/lib/nouns/incidents/schemas";

const LOST: DeliveryStatus[] = ["Failure", "Discarded"];
const COUNTED = 100;

/** Resends, after a question, what failed for good in an incident: the replay runs at once. */
export function ReplayIncident({ incident, isProposed }: { incident: Incident; isProposed: boolean }) {
  const client = useQueryClient();
  const router = useRouter();
  const confirm = useConfirm();
  const { project_id: projectID, uid: incidentId, title } = incident;
  const replay = useMutation({
    mutationFn: async () => {
      const wanted = { incidentId, status: LOST.join(","), perPage: COUNTED };
      const { content, pagination } = await client.fetchQuery({ ...deliveryListRead(projectID, wanted), staleTime: 0 });
      const count = pagination.has_next_page ? `More than ${COUNTED}` : String(content.length);
      if (!(await confirm(question(incident, content.length, count))) || content.length === 0) return null;
      const body = { name: title.slice(0, 100), filter: { incidentId, status: LOST }, run: true };
      return unwrap(api.POST("/v1/projects/{projectID}/replays", { params: { path: { projectID } }, body }));
    },
    onSuccess: async (made) => {
      if (!made) return;
      await client.invalidateQueries({ queryKey: ["projects", projectID, "replays"] });
      router.push(`/projects/${projectID}/replays/${made.uid}`);
    },
    onError: (error) => tellError("Nothing was replayed", error),
  });
  if (!useMay(projectID, "operate")) return null;
  return (
    <Button variant={isProposed ? "primary" : "secondary"} pending={replay.isPending} onClick={() => replay.mutate()}>
      <History aria-hidden />
      Replay these
    </Button>
  );
}

function question({ title, status }: Incident, found: number, count: string) {
  if (found === 0) {
    return {
      title: "Nothing to replay",
      consequence:
        "None of its deliveries has failed for good or was discarded. Those that wait are sent by themselves.",
      action: "Close",
      cancel: "Back",
    };
  }
  const noun = found === 1 ? "delivery" : "deliveries";
  const warning = status === "recovered" ? "" : " The incident goes on, so they may fail again.";
  return {
    title: `Replay ${count.toLowerCase()} ${noun}?`,
    consequence: `${count} ${noun} of “${title}” ${found === 1 ? "is" : "are"} resent, at most 50 a second. Those that wait are sent by themselves.${warning}`,
    action: "Replay",
  };
}
