"use client";

import { PROBLEM_LOOK } from "@/components/alerting/problem-look";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";
import type { Problem } from "@/lib/nouns/problems/schemas";

type ProblemListProps = {
  /** Null for the installation's. */
  projectID: string | null;
  problems: readonly Problem[];
};

/** What is in trouble, each with its cause and since when, and the way to its page. */
export function ProblemList({ projectID, problems }: ProblemListProps) {
  return (
    <ul className="divide-y rounded border">
      {problems.map((problem) => (
        <li key={problem.uid}>
          <Link
            href={pageOf(problem, projectID)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 rounded px-3 py-2.5 text-sm hover:bg-hover md:grid-cols-[6.5rem_minmax(0,1fr)_auto]"
          >
            <StatusMark look={PROBLEM_LOOK[problem.level]} className="max-md:col-span-2" />
            <span className="min-w-0">
              <span className="block break-words font-medium">{problem.title}</span>
              {problem.cause && <span className="block break-words text-ink-muted">{problem.cause}</span>}
            </span>
            <RelativeTime at={problem.since} className="text-ink-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function pageOf({ subject_type, subject_id }: Problem, projectID: string | null): string {
  if (projectID === null || subject_type === "installation") return "/installation/health";
  return `/projects/${projectID}/${subject_type === "source" ? "sources" : "endpoints"}/${subject_id}`;
}
