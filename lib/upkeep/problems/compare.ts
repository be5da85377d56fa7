import type { AlertRuleKind, ProblemSubject } from "@/lib/kernel/vocabulary";
import { ALERT_RULES } from "@/lib/nouns/alert-rules/rules";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

/** A problem as it is stored and not over. */
export type Stored = {
  readonly project_id: string;
  readonly id: string;
  readonly kind: AlertRuleKind;
  readonly subject_type: ProblemSubject;
  readonly subject_id: string;
  readonly subject_name: string;
  readonly cause: string;
  readonly amount: number | null;
  readonly since: Date;
  readonly raised_at: Date | null;
  readonly missing_since: Date | null;
};

export type Comparison = {
  /** Found for the first time. */
  readonly appeared: readonly Found[];
  /** Stored as they are to be from now on. */
  readonly changed: readonly Stored[];
  /** Never raised and found no more: nobody was shown them. */
  readonly vanished: readonly Stored[];
  /** Raised and not found for a while. */
  readonly ended: readonly Stored[];
};

/** What is found again within this long was never over. */
const GRACE_MS = 45_000;

/** What a look at everything means for what is stored. Pure; a problem that appears and is past its threshold is raised at once. */
export function compare(
  stored: readonly Stored[],
  found: readonly Found[],
  { thresholds, now }: { thresholds: Thresholds; now: Date },
): Comparison {
  const wanted = found.filter(({ kind, projectId }) => thresholds.of(kind, projectId) !== null);
  const present = new Map(wanted.map((one) => [keyOf(one), one]));
  const known = new Set(stored.map(keyOfStored));
  const missing = stored.filter((one) => !present.has(keyOfStored(one)));
  const back = stored.flatMap((one) => {
    const again = present.get(keyOfStored(one));
    return again ? [continued(one, again, { thresholds, now })] : [];
  });
  const gone = missing.filter(({ raised_at, missing_since }) => raised_at !== null && missing_since === null);
  return {
    appeared: wanted.filter((one) => !known.has(keyOf(one))),
    changed: [...back.flatMap((one) => one ?? []), ...gone.map((one) => ({ ...one, missing_since: now }))],
    vanished: missing.filter(({ raised_at }) => raised_at === null),
    ended: missing.filter(
      ({ raised_at, missing_since }) =>
        raised_at !== null && missing_since !== null && now.getTime() - missing_since.getTime() >= GRACE_MS,
    ),
  };
}

/** Whether it is to be raised by now: at once, unless its rule wants it to last. */
export function isDue(
  { kind, projectId, since }: { kind: AlertRuleKind; projectId: string; since: Date },
  { thresholds, now }: { thresholds: Thresholds; now: Date },
): boolean {
  if (ALERT_RULES[kind].threshold?.unit !== "seconds") return true;
  const seconds = thresholds.of(kind, projectId);
  return seconds !== null && now.getTime() - since.getTime() >= seconds * 1_000;
}

/** How a stored problem is now that it was found again; null if nothing about it changes. */
function continued(one: Stored, found: Found, at: { thresholds: Thresholds; now: Date }): Stored | null {
  const since = found.since !== null && found.since < one.since ? found.since : one.since;
  const isRaised = one.raised_at !== null || isDue({ kind: one.kind, projectId: one.project_id, since }, at);
  const next: Stored = {
    ...one,
    subject_name: found.subjectName,
    cause: found.cause || one.cause,
    amount: found.amount,
    since,
    raised_at: isRaised ? (one.raised_at ?? at.now) : null,
    missing_since: null,
  };
  const isSame = (Object.keys(next) as (keyof Stored)[]).every((field) => Object.is(next[field], one[field]));
  return isSame ? null : next;
}

function keyOf({ projectId, kind, subjectType, subjectId }: Found): string {
  return `${projectId} ${kind} ${subjectType} ${subjectId}`;
}

function keyOfStored({ project_id, kind, subject_type, subject_id }: Stored): string {
  return `${project_id} ${kind} ${subject_type} ${subject_id}`;
}
