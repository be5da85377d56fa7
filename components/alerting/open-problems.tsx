"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemList } from "@/components/alerting/problem-list";
import { openProblemsRead } from "@/components/alerting/queries";
import { usePoll } from "@/components/data/use-poll";
import { Block } from "@/components/overview/block";

const SHOWN = 5;

/** Sources in trouble, on the overview: no incident tells of what never arrives. Nothing if all of them are read. */
export function SourcesInTrouble({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...openProblemsRead({ projectID }), refetchInterval: usePoll(10_000) });
  const problems = data?.content.filter(({ subject_type }) => subject_type === "source") ?? [];
  if (problems.length === 0) return null;
  const name = problems.length > SHOWN ? `All ${problems.length}` : "All sources";
  return (
    <Block title="Sources in trouble" all={{ href: `/projects/${projectID}/sources`, name }}>
      <ProblemList projectID={projectID} problems={problems.slice(0, SHOWN)} />
    </Block>
  );
}
