import { randomInt } from "node:crypto";
import { type Given, statement } from "@/lib/db/statement";
import { type Lane, type LaneMark, markDue } from "@/lib/queue/due-lanes";

/** The channel that tells the workers of every copy of new work. */
export const WORK_CHANNEL = "hookyard_work";

/** Tells the workers of every copy, once the transaction has committed, that there is work of any kind. */
export const WAKE = statement<void>("wake", () => `select pg_notify('${WORK_CHANNEL}', '')`);

/** Tells the workers of every copy in which lanes there is work. Does nothing for an empty list. */
export const WAKE_LANES = statement(
  "wake_lanes",
  (given: Given<readonly Lane[]>) => `
select tell_lanes(project, array_agg(lane))
from (select distinct * from unnest(
  ${given.list("uuid", (lanes) => lanes.map(({ projectId }) => projectId))},
  ${given.list("uuid", (lanes) => lanes.map(({ laneId }) => laneId))}
) l(project, lane)) each_once
group by project`,
);

const LEFT_WORK = ["deliveries", "inbox", "pulls"] as const;

/** What a copy leaves to any worker: deliveries that are due, events in the inbox, and deliveries that a device pulls. */
export type LeftWork = (typeof LEFT_WORK)[number];

/** `turn` is one more after a while: the workers take turns. */
export type Left = { readonly turn: number; readonly work: readonly LeftWork[] };

/**
 * A worker that gets all for a while claims, sends and settles as much at once as a single one. If the one whose turn it is
 * has died and the others do not know yet, what is told in its turn waits for the next one.
 */
const TURN_MS = 250;

/** Whose turn it is to look for what a copy leaves to any worker: the same one's for some notifications, if they are many. */
export class WorkerTurns {
  /** Any, so that several copies do not all wake the same worker. */
  #turn = randomInt(2 ** 32);
  #endsAt = 0;

  /** The turn of a notification that is sent now. */
  now(): number {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#turn += 1;
      this.#endsAt = now + TURN_MS;
    }
    return this.#turn;
  }
}

const tell = <I>(given: Given<I>, read: (input: I) => Left) => {
  const toPayload = ({ turn, work }: Left) => `${turn}:${work.join("+")}`;
  return `select pg_notify('${WORK_CHANNEL}', ${given.value("text", (input) => toPayload(read(input)))})`;
};

/** Tells the workers of every copy what is left to them. */
export const WAKE_FOR = statement("wake_for", (given: Given<Left>) => tell(given, (left) => left));

/** Marks lanes as due, and tells the workers of every copy that there are some. */
export const MARK_DUE_FOR_ALL = statement(
  "mark_due_for_all",
  (given: Given<{ marks: readonly LaneMark[]; turn: number }>) => `
with marked as (${markDue(given, ({ marks }) => marks)})
${tell(given, ({ turn }) => ({ turn, work: ["deliveries"] }))}`,
);

/** What a notification says. */
export type Wake =
  | { readonly kind: "any" }
  | { readonly kind: "lanes"; readonly lanes: readonly Lane[] }
  | ({ readonly kind: "left" } & Left);

/** Reads a notification; one that a copy of another version wrote otherwise is of any work. */
export function readWake(payload: string): Wake {
  const lanes = payload.split(",").flatMap((item) => {
    const [projectId, laneId] = item.split(" ");
    return projectId && laneId ? [{ projectId, laneId }] : [];
  });
  if (lanes.length > 0) return { kind: "lanes", lanes };
  const [turn = "", listed = ""] = payload.split(":");
  const work = LEFT_WORK.filter((one) => listed.split("+").includes(one));
  return /^\d{1,15}$/.test(turn) && work.length > 0 ? { kind: "left", turn: Number(turn), work } : { kind: "any" };
}
