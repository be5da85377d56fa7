import type { FunctionRunner } from "@/lib/functions/function-runner";
import { newId } from "@/lib/ids";
import type { IncomingEvent } from "@/lib/ingest/recorder";
import type { NotDelivered } from "@/lib/routing/not-delivered";
import { type ChangedDelivery, routePages } from "@/lib/routing/route-event";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** An event whose functions have run before its commit. Holds only under the version of the configuration by which it was routed. */
export type Ahead = {
  id: string;
  version: number;
  status: "Success" | "Discarded" | "Failure";
  reason: NotDelivered | null;
  deliveries: ChangedDelivery[];
};

/** So long an event waits for its functions before it is committed to the inbox, and they run again after that. */
const BUDGET_MS = 50;
/**
 * After functions took longer, the events of their source go to the inbox at once, for so long, or until it turns out that
 * the functions are quick and the machine was busy.
 */
const MISSED_MS = 5_000;
const MAX_REMEMBERED = 10_000;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Runs the functions of events before their commit. While they are quick, which they nearly always are, an event and its
 * deliveries are one commit, and an inbox is not written, leased and left again.
 *
 * Not for what came from a consumed source: those are committed in the order of their positions.
 */
export class RouteAhead {
  readonly #missedUntil = new Map<string, number>();

  constructor(private readonly runner: FunctionRunner) {}

  /** Null when there is nothing to run, or no time for it: the event is to be committed as any other. */
  start(event: IncomingEvent, snapshot: ProjectSnapshot): Promise<Ahead | null> | null {
    if (!mayNeedFunctions(event, snapshot)) return null;
    if (event.message || event.position || event.refusal !== undefined) return null;
    const origin = event.sourceId ?? event.projectId;
    if (performance.now() < (this.#missedUntil.get(origin) ?? 0)) return null;
    // Whatever fails here fails once more, and is told, on the event's usual way.
    const meter = new RunMeter(this.runner);
    const routing = route(meter.runner, event, snapshot).catch(() => null);
    return this.#race(origin, routing, meter);
  }

  async #race(origin: string, routing: Promise<Ahead | null>, meter: RunMeter): Promise<Ahead | null> {
    let timer: NodeJS.Timeout | undefined;
    const missed = new Promise<"missed">((resolve) => {
      // Where this thread was busy for so long, the answers that came meanwhile are read first.
      timer = setTimeout(() => setImmediate(resolve, "missed"), BUDGET_MS);
    });
    const first = await Promise.race([routing, missed]);
    clearTimeout(timer);
    if (first !== "missed") return first;
    if (this.#missedUntil.size >= MAX_REMEMBERED) this.#missedUntil.clear();
    this.#missedUntil.set(origin, performance.now() + MISSED_MS);
    void routing.then((late) => {
      if (late && meter.usedMs <= BUDGET_MS) this.#missedUntil.delete(origin);
    });
    return null;
  }
}

/** Adds up what functions used: their CPU time tells a slow function from a machine that was busy for a moment. */
class RunMeter {
  usedMs = 0;
  readonly runner: FunctionRunner;

  constructor(runner: FunctionRunner) {
    this.runner = {
      ...runner,
      run: async (call) => {
        const outcome = await runner.run(call);
        this.usedMs += outcome.durationMs;
        return outcome;
      },
    };
  }
}

async function route(runner: FunctionRunner, event: IncomingEvent, snapshot: ProjectSnapshot): Promise<Ahead | null> {
  const id = newId();
  const pending = { id, event, reached: NOBODY, deferrals: 0, progress: null };
  const { value: page } = await routePages(runner, pending, snapshot).next();
  if (page?.kind !== "routed" || page.outcome === null) return null;
  const { status, reason } = page.outcome;
  return { id, version: snapshot.version, status, reason, deliveries: page.deliveries };
}

/** Whether its source has functions, or any subscription that it may match. */
function mayNeedFunctions(event: IncomingEvent, snapshot: ProjectSnapshot): boolean {
  return snapshot.functions > 0 || hasSourceFunctions(event, snapshot);
}

export function hasSourceFunctions({ sourceId }: IncomingEvent, { sources }: ProjectSnapshot): boolean {
  const source = sources.get(sourceId ?? "");
  return !!source?.bodyFunction || !!source?.headerFunction;
}
