import type { AlertRuleKind, ProblemLevel, ProblemSubject } from "@/lib/kernel/vocabulary";

/** What is in trouble: a source, an endpoint, a project or a part of the installation. */
export type Subject = { readonly type: ProblemSubject; readonly id: string; readonly name: string };

export type OpenProblem = {
  readonly subject: Subject;
  readonly kind: AlertRuleKind;
  readonly level: ProblemLevel;
  readonly title: string;
  readonly cause: string;
  readonly since: Date;
  /** Whether the route is to hear of it: it wants this rule's, and nobody has silenced the rule for now. */
  readonly isForRoute: boolean;
};

/** That a route knows of a subject's trouble. */
export type Telling = { readonly subject: Subject; readonly level: ProblemLevel; readonly since: Date };

export type Trouble = Telling & { readonly problems: readonly OpenProblem[] };

/** What a message says: of each subject once. */
export type Told = {
  /** Subjects of which the route did not know, or that got worse. */
  readonly opened: readonly Trouble[];
  /** Subjects of which it knew, and that are well again. */
  readonly over: readonly Telling[];
};

export type TellingRoute = {
  readonly lastMessageAt: Date | null;
  readonly pauseSeconds: number;
};

const NOTHING: Told = { opened: [], over: [] };

/**
 * What a route is to be told now. `open` are all problems of its project, `tellings` what it knows. Nothing within its pause after the last message: what is still true then is told then, and
 * what came and went meanwhile never. A subject is told once, whatever else its rules find later, and again only
 * if it got worse; that it is over when none of its problems is left, not even one that is not for the route.
 */
export function decideTellings(
  route: TellingRoute,
  { open, tellings, now }: { open: readonly OpenProblem[]; tellings: readonly Telling[]; now: Date },
): Told {
  if (isQuiet(route, now)) return NOTHING;
  const troubles = bySubject(open.filter(({ isForRoute }) => isForRoute));
  const present = new Set(open.map(({ subject }) => keyOf(subject)));
  const known = new Map(tellings.map((telling) => [keyOf(telling.subject), telling]));
  return {
    opened: [...troubles].flatMap(([key, trouble]) => (isNews(known.get(key), trouble) ? [trouble] : [])),
    over: tellings.filter(({ subject }) => !present.has(keyOf(subject))),
  };
}

function isQuiet({ lastMessageAt, pauseSeconds }: TellingRoute, now: Date): boolean {
  return lastMessageAt !== null && now.getTime() - lastMessageAt.getTime() < pauseSeconds * 1_000;
}

function bySubject(open: readonly OpenProblem[]): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>();
  for (const problem of open) {
    const key = keyOf(problem.subject);
    const known = troubles.get(key);
    troubles.set(key, {
      subject: problem.subject,
      level: known?.level === "critical" ? "critical" : problem.level,
      since: known && known.since < problem.since ? known.since : problem.since,
      problems: [...(known?.problems ?? []), problem].sort((a, b) => rank(a.level) - rank(b.level)),
    });
  }
  return troubles;
}

function isNews(known: Telling | undefined, { level }: Trouble): boolean {
  return known === undefined || rank(level) < rank(known.level);
}

function rank(level: ProblemLevel): number {
  return level === "critical" ? 0 : 1;
}

function keyOf({ type, id }: Subject): string {
  return `${type} ${id}`;
}
