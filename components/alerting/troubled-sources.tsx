"use client";

import { ProblemList } from "@/components/alerting/problem-list";
import { Block } from "@/components/overview/block";
import type { Problem } from "@/lib/nouns/problems/schemas";

/** Sources that cannot be read, on the overview. */
export function TroubledSources({ projectID, problems }: { projectID: string; problems: readonly Problem[] }) {
  return (
    <div className="mb-6 px-4 md:px-6">
      <Block title="Sources in trouble" all={{ href: `/projects/${projectID}/sources`, name: "All sources" }}>
        <ProblemList projectID={projectID} problems={problems} />
      </Block>
    </div>
  );
}
