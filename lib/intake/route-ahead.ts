import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { Versions } from "@/lib/intake/event-rows";
import type { NotDelivered } from "@/lib/intake/not-delivered";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { type ChangedDelivery, routePages } from "@/lib/intake/route-event";
import { FunctionRun } from "@/lib/intake/run-functions";
import { newId } from "@/lib/kernel/ids";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/**
 * An event whose functions have run before its commit. Valid only under the version of the configuration that routed
 * it.
 */
export type Ahead = {
  id: string;
  version: number;
  status: "Success" | "Discarded" | "Failure";
  reason: NotDelivered | null;
  /** The versions of the source's functions that ran. */
  functionVersions: Versions | null;
  deliveries: ChangedDelivery[];
};

/** How long an event waits for its functions; after that it is committed to the inbox, and they run again. */
const BUDGET_MS = 50;
/**
 * How long the events of a source go directly to the inbox after its functions took too long, unless it turns out
 * before that they are quick and the machine was busy.
 */
const MISSED_MS = 5_000;
const MAX_REMEMBERED = 10_000;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Runs the functions of events before their commit. While they are quick, which they nearly always are, an event and
 * its deliveries are one commit, and the inbox is not written, leased and left again.
 *
 * Excludes events of consumed sources: those are committed in the order of their positions.
 */
export class RouteAhead {
  readonly #missedUntil = new Map<string, number>();

  constructor(private readonly runner: FunctionRunner) {}

  /** Null if there is nothing to run, or no time for it: the event is then committed as any other. */
  start(event: IncomingEvent, snapshot: ProjectSnapshot): Promise<Ahead | null> | null {
    if (!mayNeedFunctions(event, snapshot)) return null;
    if (event.message || event.position || event.refusal !== undefined) return null;
    const origin = event.sourceId ?? event.projectId;
    if (performance.now() < (this.#missedUntil.get(origin) ?? 0)) return null;
    const run = new FunctionRun(this.runner, newId());
    return new Promise((resolve) => {
      let isMissed = false;
      const miss = () => {
        isMissed = true;
        this.#miss(origin);
        resolve(null);
      };
      // If this thread was busy all the while, it reads the answers that came meanwhile first.
      let late: NodeJS.Immediate | undefined;
      const timer = setTimeout(() => {
        late = setImmediate(miss);
      }, BUDGET_MS);
      const end = (ahead: Ahead | null) => {
        clearTimeout(timer);
        clearImmediate(late);
        resolve(ahead);
        // Its CPU time tells a slow function from a machine that was busy for a moment.
        if (isMissed && ahead && run.usedMs <= BUDGET_MS) this.#missedUntil.delete(origin);
      };
      // A failure here occurs again on the event's usual way, and is reported there.
      route(run, event, snapshot).then(end, () => end(null));
    });
  }

  #miss(origin: string): void {
    if (this.#missedUntil.size >= MAX_REMEMBERED) this.#missedUntil.clear();
    this.#missedUntil.set(origin, performance.now() + MISSED_MS);
  }
}

async function route(run: FunctionRun, event: IncomingEvent, snapshot: ProjectSnapshot): Promise<Ahead | null> {
  const id = run.eventId;
  const { value: page } = await routePages(run, { id, event, reached: NOBODY, progress: null }, snapshot).next();
  if (page?.kind !== "routed" || page.outcome === null) return null;
  const { status, reason, functionVersions } = page.outcome;
  return { id, version: snapshot.version, status, reason, functionVersions, deliveries: page.deliveries };
}

/** Whether its source, or any subscription that it may match, has functions. */
function mayNeedFunctions(event: IncomingEvent, snapshot: ProjectSnapshot): boolean {
  return snapshot.functions > 0 || hasSourceFunctions(event, snapshot);
}

export function hasSourceFunctions({ sourceId }: IncomingEvent, { sources }: ProjectSnapshot): boolean {
  const source = sources.get(sourceId ?? "");
  return !!source?.bodyFunction || !!source?.headerFunction;
}
