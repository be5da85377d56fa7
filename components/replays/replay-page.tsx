"use client";

import { useQuery } from "@tanstack/react-query";
import { DetailState } from "@/components/data/detail-state";
import { usePollWhile } from "@/components/data/use-poll";
import { Fact, Facts } from "@/components/layout/facts";
import { PageHeader } from "@/components/layout/page-header";
import { replayRead } from "@/components/replays/queries";
import { ReplayActions } from "@/components/replays/replay-actions";
import { ReplayFilterFacts } from "@/components/replays/replay-filter-facts";
import { ReplayItems } from "@/components/replays/replay-items";
import { isReplayMoving, REPLAY_LOOK } from "@/components/replays/replay-look";
import { ReplaySample } from "@/components/replays/replay-sample";
import { ReplayTotals } from "@/components/replays/replay-totals";
import { useMay } from "@/components/session/me";
import { StatusMark } from "@/components/status/status-badge";
import { ExactTime } from "@/components/time/time";
import { Callout } from "@/components/ui/callout";

type ReplayPageProps = { projectID: string; replayID: string };

export function ReplayPage({ projectID, replayID }: ReplayPageProps) {
  const mayReplay = useMay(projectID, "operate");
  const result = useQuery({ ...replayRead(projectID, replayID), refetchInterval: usePollWhile(isReplayMoving) });
  const back = { href: `/projects/${projectID}/replays`, name: "Replays" };
  return (
    <DetailState noun="replay" back={back} result={result}>
      {(replay) => (
        <>
          <PageHeader
            title={
              <span className="flex items-center gap-3">
                <span className="truncate">{replay.name}</span>
                <StatusMark look={REPLAY_LOOK[replay.status]} filled />
              </span>
            }
            note={REPLAY_LOOK[replay.status].meaning}
            back={back}
          >
            {mayReplay && <ReplayActions replay={replay} />}
          </PageHeader>
          <div className="space-y-6 px-4 pb-8 md:px-6">
            {replay.preview.is_truncated && (
              <Callout tone="warning">
                More than 1,000,000 deliveries fit the filter. Only the oldest of them are in this replay.
              </Callout>
            )}
            <ReplayTotals replay={replay} />
            <Facts className="lg:grid-cols-4">
              <ReplayFilterFacts projectID={projectID} filter={replay.filter} />
              <Fact name="Rate">At most {replay.rate_per_second.toLocaleString("en")} a second</Fact>
              <Fact name="Made by">{replay.created_by}</Fact>
              <Fact name="Created">
                <ExactTime at={replay.created_at} />
              </Fact>
              <Fact name="Started">
                <ExactTime at={replay.started_at} />
              </Fact>
              <Fact name="Ended">
                <ExactTime at={replay.finished_at} />
              </Fact>
            </Facts>
            {replay.status === "Ready" && <ReplaySample projectID={projectID} replay={replay} />}
          </div>
          <ReplayItems projectID={projectID} replayID={replayID} isMoving={isReplayMoving(replay)} />
        </>
      )}
    </DetailState>
  );
}
