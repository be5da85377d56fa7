"use client";

import { useQuery } from "@tanstack/react-query";
import { troubledSourcesRead } from "@/components/alerting/troubled-sources-read";
import { usePoll } from "@/components/data/use-poll";
import { useLate } from "@/components/late/use-late";

const loadList = () => import("@/components/alerting/troubled-sources");

/**
 * Sources in trouble, on the overview: no incident tells of what never arrives. Nothing if all of them are read, as they
 * nearly always are, so that what draws them is fetched only then.
 */
export function SourcesInTrouble({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...troubledSourcesRead(projectID), refetchInterval: usePoll(10_000) });
  const problems = data?.content ?? [];
  const list = useLate(loadList, problems.length > 0);
  return list && problems.length > 0 ? <list.TroubledSources projectID={projectID} problems={problems} /> : null;
}
