"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { usePollWhile } from "@/components/data/use-poll";
import { useMay } from "@/components/session/me";
import { sourceRemainsRead } from "@/components/sources/queries";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useConfirm } from "@/components/ui/confirm";
import { ApiError, unwrap } from "@/lib/api/client";
import type { SourceRemains } from "@/lib/nouns/sources/remains-schemas";

/** Replication slots of deleted sources that could not be dropped yet: each fills its server's disk. */
export function SourceRemainsNotice({ projectID }: { projectID: string }) {
  const { data = [] } = useQuery({
    ...sourceRemainsRead(projectID),
    refetchInterval: usePollWhile((remains: SourceRemains[]) => remains.length > 0),
  });
  const failed = data.filter((remains) => remains.last_error !== null);
  return failed.map((remains) => <Remains key={remains.source_id} projectID={projectID} remains={remains} />);
}

function Remains({ projectID, remains }: { projectID: string; remains: SourceRemains }) {
  const { source_id, source_name, slot, server, database, last_error, next_try_at } = remains;
  const mayForget = useMay(projectID, "administer");
  const confirm = useConfirm();
  const client = useQueryClient();

  async function forget() {
    const consequence = `The slot ${slot} stays at ${server} unless you drop it there: the server keeps its log for it until its disk is full.`;
    if (!(await confirm({ title: "Stop trying to drop the slot?", consequence, action: "Stop trying", danger: true })))
      return;
    const path = { projectID, sourceID: source_id };
    try {
      await unwrap(api.DELETE("/v1/projects/{projectID}/source-remains/{sourceID}", { params: { path } }));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "source-remains"] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError("The attempts go on", error);
    }
  }

  return (
    <Callout
      tone="warning"
      className="mt-2"
      title={`A replication slot of ${source_name}, which was deleted, is still to be dropped`}
      action={
        mayForget && (
          <Button size="sm" onClick={() => void forget()}>
            Stop trying
          </Button>
        )
      }
    >
      <p className="break-words">
        <span className="break-all font-mono">{slot}</span> in {database} at {server}: {last_error}
      </p>
      {next_try_at && (
        <p className="text-ink-muted">
          Next attempt <RelativeTime at={next_try_at} />.
        </p>
      )}
    </Callout>
  );
}
