import { INSTALLATION } from "@/lib/kernel/installation";
import type { Logger } from "@/lib/kernel/log";
import type { AlertRuleKind, ProblemSubject } from "@/lib/kernel/vocabulary";
import { problemTitle } from "@/lib/nouns/problems/words";
import { type Comparison, isDue, type Stored } from "@/lib/upkeep/problems/compare";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

/** Logs each problem that is shown from now on, with its cause, and each that is over. */
export function logProblems(
  log: Logger,
  { appeared, changed, ended }: Comparison,
  at: { thresholds: Thresholds; now: Date },
): void {
  const atOnce = appeared.filter((one) => isDue({ ...one, since: one.since ?? at.now }, at));
  const byNow = changed.filter(({ raised_at }) => raised_at === at.now);
  for (const one of [...atOnce.map(ofFound), ...byNow.map(ofStored)]) {
    log.warn({ ...idsOf(one), problem: one.title, reason: withoutQuotes(one.cause) }, "a problem began");
  }
  for (const one of ended) log.info(idsOf(ofStored(one)), "a problem is over");
}

type Logged = {
  kind: AlertRuleKind;
  projectId: string;
  type: ProblemSubject;
  id: string;
  title: string;
  cause: string;
};

function ofFound({ kind, projectId, subjectType, subjectId, subjectName, amount, cause }: Found): Logged {
  const title = problemTitle({ kind, subject_name: subjectName, amount });
  return { kind, projectId, type: subjectType, id: subjectId, title, cause };
}

function ofStored(stored: Stored): Logged {
  const { kind, project_id, subject_type, subject_id, cause } = stored;
  return { kind, projectId: project_id, type: subject_type, id: subject_id, title: problemTitle(stored), cause };
}

function idsOf({ kind, projectId, type, id }: Logged): object {
  return projectId === INSTALLATION ? { rule: kind, part: id } : { rule: kind, project: projectId, [type]: id };
}

/** What a receiver's answer says of its error may repeat what it was sent. */
function withoutQuotes(cause: string): string {
  return cause.replace(/ “[^”]*”/g, "");
}
