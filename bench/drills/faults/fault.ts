import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ProjectView } from "@/bench/accounts";
import type { Cleanup } from "@/bench/cleanup";
import { monotonicMs } from "@/bench/clock";
import { type Copy, type CopyOptions, startCopy } from "@/bench/copy";
import { AlertListener } from "@/bench/drills/faults/alert-listener";
import { type LogLine, readLogLine } from "@/bench/drills/faults/log-line";
import { nameListeners } from "@/bench/drills/faults/name-listeners";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";

/** A fault that a rule is to find, and the line of the log that is to name its cause. */
export type Fault = {
  readonly name: string;
  readonly rule: AlertRuleKind;
  /** The threshold of the rule, if not the usual one. */
  readonly threshold?: number;
  /** Copies keep routes in memory for it: those that they find at their start, and what changes of them each minute. */
  readonly isToldFromMemory?: boolean;
  readonly log: { readonly message: string; readonly cause: RegExp };
  /** What this machine lacks for it, or null. */
  missing?(): string | null;
  /** Starts copies with `start`, of which the first answers the API, and what will break; all of it is well. */
  open(own: Cleanup, start: StartCopy): Promise<FaultScene>;
};

export type StartCopy = (options?: CopyOptions) => Promise<Copy>;

export type FaultScene = {
  readonly project: ProjectView;
  /** Begins the fault. */
  cause(): Promise<void>;
  /** Ends it, as far as anyone but the program can. */
  mend(): Promise<void>;
};

/** What came of a fault. */
export type Found = {
  name: string;
  rule: AlertRuleKind;
  /** From the fault to the first message about it; null: none came. */
  fires_after_ms: number | null;
  /** How many messages told its route of trouble. */
  firing: number;
  /** How many messages a route without the rule got. */
  others: number;
  /** The line of the log that names the cause; null: there was none. */
  log: string | null;
  /** From the end of the fault to the message that it is over; null: none came. */
  over_after_ms: number | null;
  /** How many messages told its route of an end. */
  over: number;
};

export const MOST_MS = 60_000;
const LOOK_MS = 50;
/** A round of the rules, which finds nothing yet. */
const BEFORE_MS = 12_000;
/** For a message that comes too late: how late it is, is told. */
const FIRING_PATIENCE_MS = 180_000;
/** A problem is over 45 s after it was found last, and a probe of a breaker may be half a minute away. */
const OVER_PATIENCE_MS = 300_000;
/** The rounds in which a message would come once more. */
const AFTERWARDS_MS = 25_000;

/** Whether the rule fired within a minute, its route heard once of it and once of its end, and the log names the cause. */
export function holds({ fires_after_ms, firing, others, log, over_after_ms, over }: Found): boolean {
  const isSoon = fires_after_ms !== null && fires_after_ms <= MOST_MS;
  return isSoon && over_after_ms !== null && log !== null && firing === 1 && over === 1 && others === 0;
}

/** Causes the fault and mends it once it was told, or was not in time. */
export async function runFault(fault: Fault, own: Cleanup): Promise<Found> {
  const lines: LogLine[] = [];
  const { scene, copies } = await openScene(fault, own, lines);
  const [concerned, other] = [await new AlertListener().open(), await new AlertListener().open()];
  for (const listener of [concerned, other]) own.defer(() => listener.close());
  await nameListeners(fault, { project: scene.project, copyUrl: copies[0].url, concerned, other });
  if (fault.isToldFromMemory) for (const copy of copies) await restart(copy);
  await pause(BEFORE_MS);
  if (concerned.heard.length > 0) throw new Error(`${fault.name}: something was told before the fault.`);

  const causedAt = monotonicMs();
  const linesBefore = lines.length;
  await scene.cause();
  const firing = await firstOf(concerned, "opened", FIRING_PATIENCE_MS);
  await scene.mend();
  const mendedAt = monotonicMs();
  const over = firing && (await firstOf(concerned, "over", OVER_PATIENCE_MS));
  await pause(AFTERWARDS_MS);
  return {
    name: fault.name,
    rule: fault.rule,
    fires_after_ms: firing && Math.round(firing.at - causedAt),
    firing: concerned.of("opened").length,
    others: other.heard.length,
    log: findLine(lines.slice(linesBefore), fault),
    over_after_ms: over && Math.round(over.at - mendedAt),
    over: concerned.of("over").length,
  };
}

/** Every copy writes its log to `lines`. */
async function openScene(fault: Fault, own: Cleanup, lines: LogLine[]) {
  const copies: Copy[] = [];
  const shared = { HOOKYARD_SECRET: randomBytes(32).toString("hex"), LOG_FORMAT: "json", LOG_LEVEL: "info" };
  const scene = await fault.open(own, async (options = {}) => {
    const copy = await startCopy(own, {
      ...options,
      settings: { ...options.settings, ...shared },
      onLine: (line) => lines.push(readLogLine(line)),
    });
    copies.push(copy);
    return copy;
  });
  const [first, ...others] = copies;
  if (first === undefined) throw new Error(`${fault.name} started no copy.`);
  return { scene, copies: [first, ...others] as const };
}

function findLine(lines: readonly LogLine[], { log }: Fault): string | null {
  return lines.find(({ msg, text }) => msg === log.message && log.cause.test(text))?.text ?? null;
}

async function restart(copy: Copy): Promise<void> {
  await copy.stop();
  await copy.restart();
}

async function firstOf(listener: AlertListener, what: "opened" | "over", patienceMs: number) {
  const end = monotonicMs() + patienceMs;
  while (monotonicMs() < end) {
    const [first] = listener.of(what);
    if (first) return first;
    await pause(LOOK_MS);
  }
  return null;
}
