import type pg from "pg";
import { pickEvent } from "@/cli/demo/events";
import { PastReceivers, toFirstWork } from "@/cli/demo/past/attempt-past";
import { inPast, type Past } from "@/cli/demo/past/past-transaction";
import { type PastEvent, planPast } from "@/cli/demo/past/plan-past";
import { incidentBefore, lastSevenDays, pickTimes, type Span } from "@/cli/demo/past/rhythm";
import type { DemoEndpointIds, DemoSources } from "@/cli/demo/set-up";
import { ensurePartitions } from "@/lib/db/partitions";
import { soleRow } from "@/lib/db/sole-row";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { claimIdempotencyKeys } from "@/lib/intake/claim-keys";
import { type EventRow, toRecording } from "@/lib/intake/event-rows";
import { markDuplicate } from "@/lib/intake/plan-row";
import { idTime, newId } from "@/lib/kernel/ids";
import { KindRecorder } from "@/lib/nouns/kinds/kind-recorder";
import { CLAIM_LANE, type Claimed } from "@/lib/queue/claim";
import { destinationId } from "@/lib/queue/destination";
import { RECORD } from "@/lib/queue/record";
import { SETTLE } from "@/lib/queue/settle";
import { WAKE_LANES } from "@/lib/queue/wake";
import type { DeliveryWork } from "@/lib/queue/work";
import { type AttemptResult, toSettlement } from "@/lib/sending/result";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import { endOver } from "@/lib/upkeep/incidents/end-over";
import { foldNoted } from "@/lib/upkeep/incidents/fold-noted";

const DAY_MS = 86_400_000;
const PAUSED_FOR_MS = 5 * 3_600_000;
/** Every so manieth event is sent twice, as senders do. */
const REPEATED = 90;
const REPEATED_AFTER_MS = 31_000;
const CLAIMED_AT_ONCE = 500;

export type PastParts = {
  pool: pg.Pool;
  runner: FunctionRunner;
  sources: DemoSources;
  endpoints: DemoEndpointIds;
  /** The project before an endpoint was paused, and since. */
  before: ProjectSnapshot;
  since: ProjectSnapshot;
  now: Date;
  random: () => number;
};

/**
 * Writes the last seven days of a project by the statements that the program itself uses: events are routed, recorded,
 * attempted, retried and settled one after another, each at its time. All of it is one transaction. Returns the incident.
 */
export async function writePast(parts: PastParts): Promise<Span> {
  const { pool, endpoints, since: snapshot, now, random } = parts;
  const span = lastSevenDays(now);
  const incident = incidentBefore(now);
  await ensureDays(pool, now);
  const rows = await planAll(parts, span);
  await new KindRecorder(pool).record(rows);
  const receivers = new PastReceivers({ snapshot, endpoints, incident, random });
  await inPast(pool, (past) => new PastRun(past, parts, receivers).run(rows, span.to));
  return incident;
}

/** Makes the partitions from eight days ago until today. */
async function ensureDays(pool: pg.Pool, now: Date): Promise<void> {
  const client = await pool.connect();
  try {
    await ensurePartitions(client, new Date(now.getTime() - 7 * DAY_MS), { daysAhead: 7 });
  } finally {
    client.release();
  }
}

async function planAll(parts: PastParts, span: Span): Promise<EventRow[]> {
  const { runner, sources, before, since, now, random } = parts;
  const pausedAt = now.getTime() - PAUSED_FOR_MS;
  const events = pickTimes(span, random).map((at, number) => ({ at, event: pickEvent(random(), number, at) }));
  const rows: EventRow[] = [];
  for (const sent of withRepeats(events, span)) {
    const snapshot = sent.at.getTime() < pausedAt ? before : since;
    rows.push(await planPast({ runner, sources, snapshot }, sent));
  }
  return rows;
}

function withRepeats(events: readonly PastEvent[], { to }: Span): PastEvent[] {
  const repeated = events
    .filter(({ event }, place) => place % REPEATED === 0 && event.source !== "github")
    .map(({ at, event }) => ({ at: new Date(at.getTime() + REPEATED_AFTER_MS), event }))
    .filter(({ at }) => at < to);
  return [...events, ...repeated].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** A lane whose retries are due. */
type Due = { at: Date; laneId: string };

/** One run through the past, event by event and retry by retry. */
class PastRun {
  readonly #workerId = newId();
  readonly #retrying = new Map<string, DeliveryWork>();
  /** Endpoints at which an attempt has failed. */
  readonly #failed = new Set<string>();
  #due: Due[] = [];

  constructor(
    private readonly past: Past,
    private readonly parts: PastParts,
    private readonly receivers: PastReceivers,
  ) {}

  /** What is due later than `until` is left in the queue, for the program. */
  async run(rows: readonly EventRow[], until: Date): Promise<void> {
    for (const row of rows) {
      await this.#retryUntil(idTime(row.id));
      await this.#receive(row);
    }
    await this.#retryUntil(until);
    const { id: projectId } = this.parts.since;
    await this.past.ask(WAKE_LANES(this.#due.map(({ laneId }) => ({ projectId, laneId }))));
  }

  async #receive(row: EventRow): Promise<void> {
    const { past, parts } = this;
    const at = idTime(row.id);
    await past.goTo(at);
    const late = await claimIdempotencyKeys(past.client, [row], new Map([[parts.since.id, parts.since]]));
    for (const duplicate of late.duplicates) markDuplicate(duplicate);
    const recording = toRecording({ rows: [row], snapshots: [parts.since], workerId: this.#workerId });
    const { fresh } = soleRow(await past.ask<{ fresh: boolean }>(RECORD(recording)));
    if (!fresh)
      throw new Error("The project changed while its past was written, which left it empty. Run the demo again.");
    for (const delivery of row.deliveries) {
      if (delivery.leased) await this.#attempt(toFirstWork(row, delivery), idTime(delivery.id));
    }
  }

  /** Attempts again what was due until then. */
  async #retryUntil(until: Date): Promise<void> {
    for (let next = this.#takeDue(until); next; next = this.#takeDue(until)) {
      await this.past.goTo(next.at);
      const claim = { workerId: this.#workerId, laneId: next.laneId, boundTo: null, limit: CLAIMED_AT_ONCE };
      for (const { deliveryId, numTrials } of await this.past.ask<Claimed>(CLAIM_LANE(claim))) {
        const work = this.#retrying.get(deliveryId);
        if (!work) throw new Error("A lane of the demo has a delivery of somebody else.");
        await this.#attempt({ ...work, numTrials }, next.at);
      }
    }
  }

  #takeDue(until: Date): Due | null {
    const [next] = this.#due;
    if (!next || next.at > until) return null;
    this.#due.shift();
    return next;
  }

  async #attempt(work: DeliveryWork, at: Date): Promise<void> {
    const result = await this.receivers.attempt(work, at);
    const ended = new Date(at.getTime() + result.sent.durationMs);
    await this.past.goTo(ended);
    await this.past.ask(SETTLE({ workerId: this.#workerId, settlements: [toSettlement(result)] }));
    await this.#keepIncidents(result);
    this.#retrying.delete(work.deliveryId);
    const { outcome } = result;
    if (outcome.kind !== "retry") return;
    this.#retrying.set(work.deliveryId, work);
    this.#due.push({ at: new Date(ended.getTime() + outcome.delayMs + 1), laneId: work.laneId });
    this.#due.sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Opens and ends incidents, as upkeep does it, from the first failure of an endpoint on. */
  async #keepIncidents({ work, outcome, sent }: AttemptResult): Promise<void> {
    const id = destinationId(work.destination);
    if (outcome.kind !== "success") this.#failed.add(id);
    if (!this.#failed.has(id)) return;
    await foldNoted(this.past.ask, sent.startedAt);
    await endOver(this.past.ask);
  }
}
