"use client";

import { useQuery } from "@tanstack/react-query";
import { troubledSourcesRead } from "@/components/alerting/troubled-sources-read";
import { usePoll } from "@/components/data/use-poll";
import { useLate } from "@/components/late/use-late";
import { Block } from "@/components/overview/block";

const loadList = () => import("@/components/alerting/problem-list");

/**
 * Sources in trouble, on the overview: no incident tells of what never arrives. Nothing if all of them are read, as they
 * nearly always are, so that what draws them is fetched only then.
 */
export function SourcesInTrouble({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...troubledSourcesRead(projectID), refetchInterval: usePoll(10_000) });
  const problems = data?.content ?? [];
  const list = useLate(loadList, problems.length > 0);
  if (problems.length === 0 || !list) return null;
  return (
    <div className="mb-6 px-4 md:px-6">
      <Block title="Sources in trouble" all={{ href: `/projects/${projectID}/sources`, name: "All sources" }}>
        <list.ProblemList projectID={projectID} problems={problems} />
      </Block>
    </div>
  );
}
