"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { Alert } from "@/lib/nouns/alerts/schemas";

export function AcknowledgeAlert({ alert }: { alert: Alert }) {
  const client = useQueryClient();
  const { project_id: projectID, uid: alertID } = alert;
  const mayAcknowledge = useMay(projectID, "operate");

  const acknowledge = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/v1/projects/{projectID}/alerts/{alertID}/acknowledge", { params: { path: { projectID, alertID } } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectID, "alerts"] }),
    onError: (error) => tellError("The alert was not acknowledged", error),
  });

  if (alert.acknowledged_at !== null || !mayAcknowledge) return null;
  return (
    <Button size="sm" pending={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
      <Check aria-hidden />
      Acknowledge
    </Button>
  );
}
