import type pg from "pg";
import type { DatabaseOf } from "@/lib/db/placement/shards";
import type { OutgoingRequest } from "@/lib/egress/send";
import type { Clock } from "@/lib/kernel/clock";
import { archived, conflict, HookyardError, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import type { PulledDelivery, ReportResult } from "@/lib/nouns/devices/schemas";
import { claimPull, type PulledRow, readPulled } from "@/lib/queue/claim-pull";
import { removeOrphans } from "@/lib/queue/discard";
import { RELEASE } from "@/lib/queue/lease";
import { readPayload, readWork } from "@/lib/queue/read-work";
import type { DeliveryWork } from "@/lib/queue/work";
import { buildRequest, toRecordedHeaders } from "@/lib/sending/build-request";
import { decide } from "@/lib/sending/decide";
import { giveBackDeviceTests, takeDeviceTests } from "@/lib/sending/device-tests";
import { parseRetryAfter } from "@/lib/sending/retry-delay";
import { createSettleBatch } from "@/lib/sending/settle";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = { dbOf: DatabaseOf; snapshots: SnapshotCache; clock: Clock; log: Logger };
type Device = { projectId: string; deviceId: string };
type PullOptions = { limit: number; waitMs: number; signal: AbortSignal };

/** A retry becomes due without a notification, so a waiting pull looks again after this long. */
const LOOK_MS = 1_000;
/** How many pulls may wait at once in this copy. */
const MAX_WAITING = 500;
/** The payload bytes of one answer; it always contains one delivery, however large. */
const MAX_PULLED_BYTES = 8 * 1024 * 1024;

/**
 * The life of a device's delivery. It is committed like any other, in the lane of its device, which no worker claims. A
 * pull, at any copy, leases it and returns the signed request to make. The device makes the request and reports the
 * outcome, which is settled by the rules of every attempt. If the device vanishes in between, the lease expires and the
 * next pull gets the delivery again: at least once, and no attempt is used up.
 */
export class DevicePulls {
  #waiting = new Set<() => void>();
  #closed = false;

  constructor(private readonly parts: Parts) {}

  /** How many pulls wait at this copy. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for due work up to `waitMs`, or until the caller is gone. */
  async pull(device: Device, { limit, waitMs, signal }: PullOptions): Promise<PulledDelivery[]> {
    if (this.waiting >= MAX_WAITING) {
      throw new HookyardError("unavailable", "Too many devices wait at this copy.", { retryAfter: 5 });
    }
    const end = Date.now() + waitMs;
    for (;;) {
      const pause = this.#listen(signal, Math.min(LOOK_MS, end - Date.now()));
      try {
        const pulled = await this.#take(device, limit, signal);
        if (pulled.length > 0 || this.#closed || signal.aborted || Date.now() >= end) return pulled;
        await pause.over;
      } finally {
        pause.stop();
      }
    }
  }

  /** Settles a device's report. Throws not found if the delivery is not the device's, conflict if its lease is lost. */
  async report({ projectId, deviceId }: Device, deliveryId: string, result: ReportResult): Promise<void> {
    const db = this.parts.dbOf(projectId);
    const { pool } = db;
    const { lease_id: leaseId, url, status, error, headers } = result;
    const rows = await readPulled(pool, { projectId, leaseId, ids: [deliveryId] });
    const [row] = rows.filter((found) => found.destinationId === deviceId);
    if (!row) throw await this.#refuse({ projectId, deviceId }, deliveryId);
    const made = await this.#make(pool, rows);
    const request = made.get(deliveryId);
    if (!request) throw conflict("The event of this delivery is past its retention.");
    const { work, outgoing, endpoint } = request;
    const now = this.parts.clock.now();
    const body = Buffer.from(result.body, "base64");
    const sent = {
      status,
      headers,
      body: body.subarray(0, 65_536),
      bodyTruncated: result.body_truncated || body.length > 65_536,
      error: error === null ? null : { code: result.error_code ?? "unknown", message: error },
      // By our clock: a laptop's may be wrong.
      startedAt: new Date(now.getTime() - result.duration_ms),
      durationMs: result.duration_ms,
    } as const;
    const attempt = { status, error, retryAfterMs: parseRetryAfter(headers["retry-after"], now) };
    const outcome = decide(attempt, work.numTrials - work.budgetFrom + 1, work.policy, Math.random);
    const requestHeaders = toRecordedHeaders(outgoing.headers, endpoint);
    const settle = createSettleBatch({ ...this.parts, db, pool, breaker: null, onDue() {} }, leaseId);
    await settle([{ work, method: outgoing.method, url, requestHeaders, sent, outcome }], tryAgainBriefly);
  }

  /** Lets every waiting pull look for work. */
  wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Answers the waiting pulls at once. */
  close(): void {
    this.#closed = true;
    this.wake();
  }

  async #take({ projectId, deviceId }: Device, limit: number, signal: AbortSignal): Promise<PulledDelivery[]> {
    const { pool } = this.parts.dbOf(projectId);
    if ((await this.parts.snapshots.get(projectId))?.isArchived) throw archived();
    const leaseId = newId();
    const tests = await this.#takeTests(pool, { deviceId, lease: leaseId, limit }, signal);
    if (tests.length > 0) return tests;
    const claimed = await claimPull(pool, { projectId, deviceId, leaseId }, limit);
    if (claimed.length === 0) return [];
    const ids = claimed.map((row) => row.deliveryId);
    const made = await this.#make(pool, await readPulled(pool, { projectId, leaseId, ids }));
    const isOver = signal.aborted || this.#closed;
    const { given, left } = isOver ? { given: [], left: [...made.values()] } : shareOut([...made.values()]);
    if (left.length > 0) await pool.query(RELEASE({ workerId: leaseId, items: left.map(({ work }) => work) }));
    const found = [...made.values()].map(({ work }) => work);
    if (found.length < claimed.length) await removeOrphans(pool, leaseId, { claimed, found });
    return given.map((one) => toPulled(one.work.deliveryId, leaseId, one));
  }

  /** Somebody waits for a test at this moment, so that tests come before deliveries, in an answer of their own. */
  async #takeTests(
    pool: pg.Pool,
    taking: { deviceId: string; lease: string; limit: number },
    signal: AbortSignal,
  ): Promise<PulledDelivery[]> {
    const { snapshots, clock } = this.parts;
    const tests = await takeDeviceTests({ pool, snapshots }, { ...taking, now: clock.now() });
    if (tests.length === 0 || !(signal.aborted || this.#closed)) return tests;
    await giveBackDeviceTests(pool, taking);
    return [];
  }

  /** Builds the requests of leased deliveries, by delivery. A delivery whose event is gone is missing. */
  async #make(pool: pg.Pool, rows: readonly PulledRow[]): Promise<Map<string, Made>> {
    const { snapshots } = this.parts;
    const made = new Map<string, Made>();
    const works = new Map((await readWork(pool, rows)).map((work) => [work.deliveryId, work]));
    for (const row of rows) {
      const snapshot = await snapshots.get(row.projectId);
      const work = works.get(row.deliveryId);
      const device = snapshot?.devices.get(row.destinationId ?? "");
      const payload = work && (work.payload ?? (await readPayload(pool, work)));
      if (!snapshot || !work || !device || !payload) continue;
      const { endpoint } = device;
      const making = { endpoint, sending: snapshot.sending, payload, now: row.leasedAt };
      const outgoing = await buildRequest(work, making);
      made.set(row.deliveryId, { work, outgoing, endpoint });
    }
    return made;
  }

  async #refuse({ projectId, deviceId }: Device, deliveryId: string): Promise<HookyardError> {
    const there = await this.parts
      .dbOf(projectId)
      .selectFrom("event_deliveries")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "=", deliveryId)
      .where("device_id", "=", deviceId)
      .executeTakeFirst();
    return there ? conflict("Its lease ran out, or its result was reported already.") : notFound("event delivery");
  }

  /** Listens at once, so that it misses nothing while the database is queried. */
  #listen(signal: AbortSignal, ms: number): { over: Promise<void>; stop(): void } {
    let wake = () => {};
    const over = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = setTimeout(wake, Math.max(0, ms));
    signal.addEventListener("abort", wake);
    this.#waiting.add(wake);
    return {
      over,
      stop: () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
      },
    };
  }
}

const TRIES = 3;
const RETRY_MS = 300;

/** Repeats a step, but not for long: the device waits for its answer, and reports again if there is none. */
async function tryAgainBriefly<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

type Made = { work: DeliveryWork; outgoing: OutgoingRequest; endpoint: EndpointConfig };

/** Which deliveries an answer has room for, in their order. */
function shareOut(made: readonly Made[]): { given: Made[]; left: Made[] } {
  const given: Made[] = [];
  const left: Made[] = [];
  let bytes = 0;
  for (const one of made) {
    const size = one.outgoing.body?.length ?? 0;
    if (given.length > 0 && bytes + size > MAX_PULLED_BYTES) {
      left.push(one);
      continue;
    }
    bytes += size;
    given.push(one);
  }
  return { given, left };
}

function toPulled(uid: string, lease_id: string, { work, outgoing }: Pick<Made, "work" | "outgoing">): PulledDelivery {
  return {
    uid,
    is_test: false,
    lease_id,
    event_id: work.eventId ?? "",
    event_type: work.eventType,
    number: work.numTrials + 1,
    method: outgoing.method,
    headers: outgoing.headers,
    body: outgoing.body?.toString("base64") ?? "",
    url_query_params: work.urlQueryParams,
    timeout_seconds: outgoing.timeoutMs / 1000,
  };
}
