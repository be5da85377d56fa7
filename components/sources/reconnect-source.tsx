"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { sourceHealthRead } from "@/components/sources/queries";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { ApiError, unwrap } from "@/lib/api/client";

/** Makes a troubled source reconnect at once. */
export function ReconnectSource({ projectID, sourceID }: { projectID: string; sourceID: string }) {
  const mayOperate = useMay(projectID, "operate");
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  if (!mayOperate) return null;

  async function reconnect() {
    setPending(true);
    const params = { path: { projectID, sourceID } };
    try {
      await unwrap(api.PUT("/v1/projects/{projectID}/sources/{sourceID}/reconnect", { params }));
      await client.invalidateQueries({ queryKey: sourceHealthRead(projectID, sourceID).queryKey });
      toast.success("It is connected again within seconds");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError("It was not tried", error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button size="sm" pending={pending} onClick={() => void reconnect()}>
      Try now
    </Button>
  );
}
