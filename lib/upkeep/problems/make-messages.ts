import { INSTALLATION } from "@/lib/kernel/installation";
import type { AlertRouteType } from "@/lib/kernel/vocabulary";
import {
  LISTED,
  type MessageContent,
  type ToldOver,
  type ToldTrouble,
  type Waiting,
} from "@/lib/upkeep/messages/content";
import type { Subject, Telling, Told, Trouble } from "@/lib/upkeep/problems/decide-tellings";

/** Types of routes that get a message for each subject: the service keeps an alert for each, and ends it by its key. */
const ONE_EACH: readonly AlertRouteType[] = ["pagerduty", "opsgenie"];
/** As many of those are made at once; the others follow after the route's pause. */
export const MOST_SINGLE = 50;

export type Where = {
  readonly project: { id: string; name: string } | null;
  readonly publicUrl: string;
  readonly now: Date;
  /** By the ids of endpoints; of the others it is not told. */
  readonly waiting: ReadonlyMap<string, Waiting>;
};

/** What of a decision is told now: all, or as much as goes out in single messages at once. */
export function limitTold(type: AlertRouteType, { opened, over }: Told): Told {
  if (!ONE_EACH.includes(type)) return { opened, over };
  return { opened: opened.slice(0, MOST_SINGLE), over: over.slice(0, MOST_SINGLE) };
}

/** The messages of a decision for a route of this type: one with everything, or one for each subject. */
export function makeMessages(type: AlertRouteType, { opened, over }: Told, where: Where): MessageContent[] {
  const troubles = opened.map((trouble) => toTrouble(trouble, where));
  const ends = over.map((telling) => toOver(telling, where));
  const make = (o: readonly ToldTrouble[], e: readonly ToldOver[]): MessageContent => ({
    at: where.now.toISOString(),
    project: where.project,
    opened: o.slice(0, LISTED),
    over: e.slice(0, LISTED),
    more: { opened: Math.max(0, o.length - LISTED), over: Math.max(0, e.length - LISTED) },
    is_test: false,
  });
  if (ONE_EACH.includes(type))
    return [...troubles.map((one) => make([one], [])), ...ends.map((one) => make([], [one]))];
  return troubles.length + ends.length === 0 ? [] : [make(troubles, ends)];
}

function toTrouble({ subject, level, since, problems }: Trouble, where: Where): ToldTrouble {
  return {
    subject: { ...subject, url: pageOf(subject, where) },
    level,
    since: since.toISOString(),
    problems: problems.map(({ title, cause }) => ({ title, cause })),
    waiting: where.waiting.get(subject.id) ?? null,
  };
}

function toOver({ subject, since }: Telling, where: Where): ToldOver {
  return {
    subject: { ...subject, url: pageOf(subject, where) },
    since: since.toISOString(),
    ended_at: where.now.toISOString(),
  };
}

/** Where a person sees the subject. */
function pageOf({ type, id }: Subject, { project, publicUrl }: Where): string {
  if (project === null || type === "installation") return `${publicUrl}/installation/health`;
  return `${publicUrl}/projects/${project.id}/${type === "source" ? "sources" : "endpoints"}/${id}`;
}

/** The project of a route, null if it is the installation's: its rows have no project. */
export function projectOf(projectId: string, name: string | null): Where["project"] {
  return projectId === INSTALLATION ? null : { id: projectId, name: name ?? "" };
}
