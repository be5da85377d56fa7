"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Undo2 } from "lucide-react";
import { api } from "@/components/data/api";
import { offerUndo } from "@/components/data/offer-undo";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Incident } from "@/lib/nouns/incidents/schemas";

const PATH = "/v1/projects/{projectID}/incidents/{incidentID}/acknowledge";

type AcknowledgeIncidentProps = { incident: Incident; size?: "sm" | "md" };

/** Acknowledges an incident, or takes that back; nothing for those who may not, and when it is over. */
export function AcknowledgeIncident({ incident, size = "md" }: AcknowledgeIncidentProps) {
  const client = useQueryClient();
  const { project_id: projectID, uid: incidentID, status } = incident;
  const mayOperate = useMay(projectID, "operate");
  const change = useMutation({
    mutationFn: (wanted: "acknowledge" | "take back") => {
      const init = { params: { path: { projectID, incidentID } } };
      return unwrap(wanted === "acknowledge" ? api.PUT(PATH, init) : api.DELETE(PATH, init));
    },
    onSuccess: (_changed, wanted) => {
      if (wanted === "acknowledge") {
        offerUndo("The incident is acknowledged", { run: () => change.mutate("take back") });
      }
      return client.invalidateQueries({ queryKey: ["projects", projectID, "incidents"] });
    },
    onError: (error) => tellError("The acknowledgement was not changed", error),
  });
  if (status === "recovered" || !mayOperate) return null;
  const wanted = status === "open" ? "acknowledge" : "take back";
  return (
    <Button size={size} pending={change.isPending} onClick={() => change.mutate(wanted)}>
      {status === "open" ? <Check aria-hidden /> : <Undo2 aria-hidden />}
      {status === "open" ? "Acknowledge" : "Take back"}
    </Button>
  );
}
