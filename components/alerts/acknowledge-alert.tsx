"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { api } from "@/components/data/api";
import { offerUndo } from "@/components/data/offer-undo";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Alert } from "@/lib/nouns/alerts/schemas";

const PATH = "/v1/projects/{projectID}/alerts/{alertID}/acknowledge";

export function AcknowledgeAlert({ alert }: { alert: Alert }) {
  const client = useQueryClient();
  const { project_id: projectID, uid: alertID } = alert;
  const mayAcknowledge = useMay(projectID, "operate");

  const change = useMutation({
    mutationFn: (wanted: "acknowledge" | "take back") => {
      const init = { params: { path: { projectID, alertID } } };
      return unwrap(wanted === "acknowledge" ? api.PUT(PATH, init) : api.DELETE(PATH, init));
    },
    onSuccess: (_changed, wanted) => {
      if (wanted === "acknowledge") offerUndo("The alert is acknowledged", { run: () => change.mutate("take back") });
      return client.invalidateQueries({ queryKey: ["projects", projectID, "alerts"] });
    },
    onError: (error) => tellError("The acknowledgement was not changed", error),
  });

  if (alert.acknowledged_at !== null || !mayAcknowledge) return null;
  return (
    <Button size="sm" pending={change.isPending} onClick={() => change.mutate("acknowledge")}>
      <Check aria-hidden />
      Acknowledge
    </Button>
  );
}
