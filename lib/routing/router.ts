import type pg from "pg";
import { inTransaction } from "@/lib/db/transaction";
import type { Dispatch } from "@/lib/delivery/work";
import { type EventRow, RECORD_EVENTS, recordEventsValues, toDeliveryRows } from "@/lib/ingest/event-rows";
import type { EventTarget, IncomingEvent } from "@/lib/ingest/recorder";
import type { Logger } from "@/lib/log";
import { planEvent } from "@/lib/routing/plan-event";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const POLL_MS = 1_000;
const BATCH = 20;

type PendingEvent = {
  project_id: string;
  id: string;
  source_id: string | null;
  event_type: string;
  idempotency_key: string | null;
  target: EventTarget | null;
  headers: Record<string, string>;
  url_query_params: string;
  path: string;
  payload: Buffer;
};

const TAKE = `
select e.project_id, e.id, e.source_id, e.event_type, e.idempotency_key, e.target, e.headers, e.url_query_params, e.path, e.payload
from (select project_id, event_id from routing_queue where due_at <= now() order by due_at limit $1 for update skip locked) q
join events e on e.project_id = q.project_id and e.id = q.event_id`;

/**
 * Routes the events that were committed as Pending because their fan-out was too wide for their own commit. Deliveries,
 * queue rows, the event's status and its leaving the inbox are one transaction: a crash leaves it in the inbox.
 */
export class Router {
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly snapshots: SnapshotCache,
    private readonly dispatch: Pick<Dispatch, "poke">,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.#schedule(0);
  }

  poke(): void {
    if (this.#running) this.#again = true;
    else this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#run().finally(() => {
        this.#running = null;
      });
    }, delayMs);
  }

  async #run(): Promise<void> {
    this.#again = false;
    try {
      const routed = await this.#routeBatch();
      if (routed > 0) this.dispatch.poke();
      this.#schedule(routed === BATCH || this.#again ? 0 : POLL_MS);
    } catch (error) {
      this.log.error({ error }, "routing failed; trying again");
      this.#schedule(POLL_MS);
    }
  }

  #routeBatch(): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<PendingEvent>({ name: "take_pending", text: TAKE, values: [BATCH] });
      for (const row of rows) await this.#route(client, row);
      return rows.length;
    });
  }

  async #route(client: pg.PoolClient, pending: PendingEvent): Promise<void> {
    const snapshot = await this.snapshots.get(pending.project_id);
    const event = toIncomingEvent(pending);
    const plan = snapshot ? planEvent(event, snapshot) : { deliveries: [], discardReason: "The project was deleted." };
    const row: EventRow = {
      id: pending.id,
      event,
      status: plan.discardReason ? "Discarded" : "Success",
      reason: plan.discardReason,
      isDuplicate: false,
      deliveries: toDeliveryRows(plan.deliveries, null),
    };
    if (snapshot) {
      const values = recordEventsValues([], [snapshot], null, [row]);
      const { rows } = await client.query({ name: "record_events", text: RECORD_EVENTS, values });
      if (!rows[0].fresh) {
        // Stays in the inbox; the next round plans it by the present configuration.
        this.snapshots.forget(snapshot.id);
        this.#again = true;
        return;
      }
    }
    const endpoints = [...new Set(row.deliveries.map((delivery) => delivery.endpoint.id))];
    await client.query({
      name: "mark_routed",
      text: "update events set status = $3, status_reason = $4, endpoints = $5, updated_at = now() where project_id = $1 and id = $2",
      values: [pending.project_id, pending.id, row.status, row.reason, endpoints],
    });
    await client.query({
      name: "leave_inbox",
      text: "delete from routing_queue where project_id = $1 and event_id = $2",
      values: [pending.project_id, pending.id],
    });
  }
}

function toIncomingEvent(row: PendingEvent): IncomingEvent {
  return {
    projectId: row.project_id,
    sourceId: row.source_id,
    eventType: row.event_type,
    headers: row.headers,
    payload: row.payload,
    urlQueryParams: row.url_query_params,
    path: row.path,
    idempotencyKey: row.idempotency_key,
    target: row.target,
  };
}
