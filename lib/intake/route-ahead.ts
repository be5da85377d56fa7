import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { NotDelivered } from "@/lib/intake/not-delivered";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { type ChangedDelivery, routePages } from "@/lib/intake/route-event";
import { newId } from "@/lib/kernel/ids";
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
/** After functions took longer, the events of their source go to the inbox at once, for so long. */
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
    const routing = route(this.runner, event, snapshot).catch(() => null);
    return this.#race(origin, routing);
  }

  async #race(origin: string, routing: Promise<Ahead | null>): Promise<Ahead | null> {
    let timer: NodeJS.Timeout | undefined;
    const missed = new Promise<"missed">((resolve) => {
      timer = setTimeout(resolve, BUDGET_MS, "missed");
    });
    const first = await Promise.race([routing, missed]);
    clearTimeout(timer);
    if (first !== "missed") return first;
    if (this.#missedUntil.size >= MAX_REMEMBERED) this.#missedUntil.clear();
    this.#missedUntil.set(origin, performance.now() + MISSED_MS);
    return null;
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
