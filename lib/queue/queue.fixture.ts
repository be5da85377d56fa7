import { type Ask, askPool, askTransaction } from "@/lib/db/ask";
import type { TestDatabase } from "@/lib/db/test-database";
import { idTimeMs, newId } from "@/lib/kernel/ids";
import { CLAIM, type Claimed } from "@/lib/queue/claim";
import { destinationId } from "@/lib/queue/destination";
import { cancelDeliveries, discardWaiting } from "@/lib/queue/discard";
import { lockDeliveries } from "@/lib/queue/lock";
import { placeInOrder } from "@/lib/queue/order";
import { RECORD } from "@/lib/queue/record";
import type { NewDelivery } from "@/lib/queue/recording";
import { requeueDeliveries } from "@/lib/queue/requeue";
import { type AttemptCause, type Settlement, settleInOrder } from "@/lib/queue/settle";

const FREE = { free: 3, freeRetries: 2 };
const ATTEMPT = {
  method: null,
  url: "http://127.0.0.1/",
  requestHeaders: {},
  status: 200,
  responseHeaders: {},
  body: Buffer.from("ok"),
  isBodyTruncated: false,
  error: null,
  startedAt: new Date(),
  durationMs: 1,
};
const RETRY = { strategy: "linear", intervalSeconds: 10, maxRetrySeconds: 60, retryLimit: 3 } as const;

type Wanted = {
  endpointId: string;
  cause: NewDelivery["cause"];
  leasedTo: string | null;
  key: string | null;
  deliverAt?: Date;
};

/** The deliveries of one project, changed by the verbs of the queue alone. */
export class QueueBench {
  readonly ask: Ask;
  readonly projectId = newId();
  /** The subscription of the deliveries that are not ordered. */
  readonly subscriptionId = newId();
  readonly #keys = new Map<string, string>();
  readonly #made: NewDelivery[] = [];

  private constructor(readonly database: TestDatabase) {
    this.ask = askPool(database.db.pool);
  }

  static async open(database: TestDatabase): Promise<QueueBench> {
    const bench = new QueueBench(database);
    await database.db
      .insertInto("projects")
      .values({ id: bench.projectId, name: bench.projectId, type: "outgoing", settings: "{}" })
      .execute();
    return bench;
  }

  get ids(): string[] {
    return this.#made.map(({ id }) => id);
  }

  made(id: string): NewDelivery {
    return this.#made.find((delivery) => delivery.id === id) as NewDelivery;
  }

  async record({ endpointId, cause, leasedTo, key, deliverAt }: Wanted): Promise<string> {
    const [id, eventId] = [newId(), newId()];
    const isOrdered = key !== null && cause === "recorded";
    const shared = { projectId: this.projectId, eventType: "paid", idempotencyKey: null, urlQueryParams: "" };
    const delivery: NewDelivery = {
      ...shared,
      id,
      eventId,
      cause,
      destination: { kind: "endpoint", endpointId },
      laneId: endpointId,
      subscriptionId: isOrdered ? null : this.subscriptionId,
      headers: null,
      payload: null,
      functionVersions: null,
      retry: RETRY,
      description: "",
      isLeased: leasedTo !== null && !isOrdered && cause === "recorded",
      deliverAt: deliverAt ?? null,
      labels: null,
    };
    const event = {
      ...shared,
      id: eventId,
      sourceId: null,
      target: null,
      endpoints: [endpointId],
      headers: {},
      path: "",
      payload: Buffer.from("{}"),
      status: "Success",
      reason: null,
      isDuplicate: false,
      functionVersions: null,
      deliverAt: deliverAt ?? null,
      labels: null,
    } as const;
    await this.database.db.transaction().execute(async (trx) => {
      const ask = askTransaction(trx);
      const guards = [{ projectId: this.projectId, version: await this.#version() }];
      await ask(RECORD({ guards, events: [event], deliveries: [delivery], workerId: leasedTo }));
      if (isOrdered) await placeInOrder(ask, [{ projectId: this.projectId, deliveryId: id, endpointId, key }]);
    });
    if (isOrdered) this.#keys.set(id, key);
    this.#made.push(delivery);
    return id;
  }

  async claim(workerId: string): Promise<string[]> {
    const lanes = [...new Set(this.#made.map(({ laneId }) => laneId))].map((laneId) => ({ laneId, ...FREE }));
    const claimed = await this.ask<Claimed>(CLAIM({ workerId, lanes, total: 8 }));
    return claimed.map(({ deliveryId }) => deliveryId);
  }

  /** Settles attempts of these deliveries for a worker. Returns those that were settled. */
  async settle(workerId: string, ids: readonly string[], cause: AttemptCause): Promise<string[]> {
    const rows = await this.query<{ id: string; attempts: number }>(
      "select id, num_trials as attempts from event_deliveries where project_id = $1 and id = any($2::uuid[])",
      [this.projectId, ids],
    );
    const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
    const settlements = ids.map((id) => this.#toSettlement(id, cause, (attempts.get(id) ?? 0) + 1));
    const { places } = await this.database.db
      .transaction()
      .execute((trx) => settleInOrder(askTransaction(trx), { workerId, settlements }));
    return places.map((place) => ids[place] as string);
  }

  async resend(ids: readonly string[], patience: "wait" | "skip"): Promise<string[]> {
    const { projectId } = this;
    return this.database.db.transaction().execute(async (trx) => {
      const ask = askTransaction(trx);
      const { deliveries, ordered } = await lockDeliveries(ask, { projectId, ids }, patience);
      const items = deliveries.map((delivery) => ({
        delivery,
        laneId: this.made(delivery.id).laneId,
        description: "",
      }));
      return requeueDeliveries(ask, { projectId, items, ordered });
    });
  }

  async cancel(id: string): Promise<boolean> {
    const { projectId } = this;
    return this.database.db.transaction().execute(async (trx) => {
      const ask = askTransaction(trx);
      const locked = await lockDeliveries(ask, { projectId, ids: [id] }, "wait");
      return locked.deliveries.length === 1 && cancelDeliveries(ask, { projectId, locked, reason: "" });
    });
  }

  async abandon(endpointId: string): Promise<void> {
    await this.database.db
      .transaction()
      .execute((trx) =>
        discardWaiting(askTransaction(trx), { projectId: this.projectId, destinationId: endpointId }, ""),
      );
  }

  #toSettlement(id: string, cause: AttemptCause, number: number): Settlement {
    const { projectId, destination, subscriptionId } = this.made(id);
    const key = this.#keys.get(id);
    const endpointId = destinationId(destination);
    return {
      projectId,
      destination,
      subscriptionId,
      cause,
      deliveryId: id,
      createdAt: idTimeMs(id),
      latencyFrom: idTimeMs(id),
      number,
      delayMs: cause === "retried" ? 3_600_000 : null,
      description: "",
      causeDetail: null,
      attempt: { ...ATTEMPT, status: cause === "succeeded" ? 200 : 500 },
      order: key === undefined ? null : { place: { projectId, deliveryId: id, endpointId, key }, mayBePassed: false },
    };
  }

  async #version(): Promise<number> {
    const [row] = await this.query<{ version: number }>(
      "select config_version as version from projects where id = $1",
      [this.projectId],
    );
    return row?.version ?? -1;
  }

  async query<R>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.database.db.pool.query(text, values)).rows;
  }
}
