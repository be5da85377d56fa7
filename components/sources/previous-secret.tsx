"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { useMay } from "@/components/session/me";
import { sourceSecretsRead } from "@/components/sources/queries";
import { useByNow } from "@/components/time/clock";
import { ExactTime } from "@/components/time/time";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { ApiError, unwrap } from "@/lib/api/client";

type PreviousSecretProps = { projectID: string; sourceID: string };

/** Until when the secret before the present one is accepted, while it is. */
export function PreviousSecret({ projectID, sourceID }: PreviousSecretProps) {
  const mayEnd = useMay(projectID, "administer");
  const until = useQuery(sourceSecretsRead(projectID, sourceID)).data?.previous_expires_at ?? null;
  const counts = useByNow((now) => until !== null && Date.parse(until) > now);
  if (until === null || !counts) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        The one before counts until <ExactTime at={until} />.
      </span>
      {mayEnd && <EndPrevious projectID={projectID} sourceID={sourceID} />}
    </p>
  );
}

function EndPrevious({ projectID, sourceID }: PreviousSecretProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [pending, setPending] = useState(false);

  async function end() {
    const isSure = await confirm({
      title: "End the secret before?",
      consequence: "What the sender still signs with it is refused from now on. This cannot be undone.",
      action: "End it now",
      danger: true,
    });
    if (!isSure) return;
    setPending(true);
    const params = { path: { projectID, sourceID } };
    try {
      await unwrap(api.DELETE("/v1/projects/{projectID}/sources/{sourceID}/secrets/previous", { params }));
      await client.invalidateQueries({ queryKey: sourceSecretsRead(projectID, sourceID).queryKey });
      toast.success("Only the present secret is accepted");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError("It was not ended", error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button size="sm" pending={pending} onClick={() => void end()}>
      End it now
    </Button>
  );
}
