import type { AlertRuleKind, ProblemSubject } from "@/lib/kernel/vocabulary";

/** That something is in trouble now, by one rule. */
export type Found = {
  readonly projectId: string;
  readonly kind: AlertRuleKind;
  readonly subjectType: ProblemSubject;
  readonly subjectId: string;
  readonly subjectName: string;
  /** Why, in a sentence or two. */
  readonly cause: string;
  readonly amount: number | null;
  /** Since when; null where only the look tells: from the first one. */
  readonly since: Date | null;
};

/** The thresholds of the rules that are on: of a project its own, or the usual one. */
export type Thresholds = {
  /** Null if the rule is off in this project. */
  of(kind: AlertRuleKind, projectId: string): number | null;
  /** The least of all projects, for a first choice of rows. */
  least(kind: AlertRuleKind): number;
};
