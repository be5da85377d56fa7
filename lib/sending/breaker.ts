import type { Transaction } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { Clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import { count } from "@/lib/metrics/meter";
import { recordMetaEvents } from "@/lib/nouns/announcements/record-meta-events";
import { notifyAll } from "@/lib/nouns/endpoints/notify";
import {
  countFailures,
  FORGET_FAILURES,
  LOCK_HEALTH,
  type Moved,
  moveEndpoints,
  PROBE_LATER,
} from "@/lib/sending/endpoint-health";
import type { AttemptResult } from "@/lib/sending/result";
import type { Insist } from "@/lib/sending/settler";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = { db: Database; snapshots: SnapshotCache; clock: Clock; log: Logger; workerId: string };

/** What a batch of attempts says about an endpoint: whether it answered, and how often it failed after that. */
type Noted = { snapshot: ProjectSnapshot; projectId: string; endpointId: string; answered: boolean; failures: number };
type Change = Pick<Noted, "snapshot" | "projectId" | "endpointId"> & { reason: string | null };
type Changed = { opened: Moved[]; closed: Moved[] };

/** Something else to write in the transaction of a note. */
export type Beside = (trx: Transaction<DB>) => Promise<void>;

const REFRESH_MS = 5_000;

/**
 * The circuit breaker of endpoints, driven by real attempts. A number of consecutive failures opens it: the endpoint
 * becomes `pending` and its deliveries wait. Then one real delivery probes it, after a pause that doubles with each
 * failed probe (`claimProbes`). The first success closes it: the endpoint is `active` again and its waiting deliveries
 * drain, slowly at first. Opening and closing record a meta event in the same transaction. A batch of attempts is noted
 * in one transaction, however many endpoints it covers.
 */
export class Breaker {
  /** Endpoints with recorded failures, over all workers: a success of any other endpoint needs no write. */
  #failing = new Set<string>();
  /** The latest note. The next one begins after it, so that only this worker's last note can be a repeated one. */
  #noting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly onClosed: (projectId: string, endpointId: string) => void,
  ) {}

  start(onError: (error: unknown) => void): void {
    const refresh = () => this.#refresh().catch(onError);
    this.#timer = setInterval(refresh, REFRESH_MS);
    void refresh();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Counts settled attempts, in the order in which they ended, each once. */
  async note(results: readonly AttemptResult[], insist: Insist, beside: Beside | null = null): Promise<void> {
    const noted = await insist(() => this.#read(results));
    if (noted.length === 0 && beside === null) return;
    const note = newId();
    const write = async () => {
      const changed = await insist(() =>
        this.parts.db.transaction().execute(async (trx) => {
          await beside?.(trx);
          return this.#write(trx, note, noted);
        }),
      );
      for (const { endpointId, failures } of noted) {
        if (failures === 0) this.#failing.delete(endpointId);
        else this.#failing.add(endpointId);
      }
      this.#tell(changed);
    };
    const written = this.#noting.then(write);
    this.#noting = written.catch(() => {});
    await written;
  }

  /**
   * Selects what is worth a note: failures, and answers of endpoints that failed before, if the project has a breaker.
   */
  async #read(results: readonly AttemptResult[]): Promise<Noted[]> {
    const noted: Noted[] = [];
    for (const [endpointId, group] of this.#group(results)) {
      const projectId = group[0]?.work.projectId ?? "";
      const snapshot = this.parts.snapshots.peek(projectId) ?? (await this.parts.snapshots.get(projectId));
      if (!snapshot?.settings.breaker.is_enabled) continue;
      const lastSuccess = group.findLastIndex(({ outcome }) => outcome.kind === "success");
      const failures = group.length - 1 - lastSuccess;
      if (failures > 0) this.#failing.add(endpointId);
      noted.push({ snapshot, projectId, endpointId, answered: lastSuccess >= 0, failures });
    }
    return noted;
  }

  /** By endpoint; without those that neither failed nor failed before. */
  #group(results: readonly AttemptResult[]): Map<string, AttemptResult[]> {
    const groups = new Map<string, AttemptResult[]>();
    for (const result of results) {
      const { destination } = result.work;
      // A URL that an event cannot fill says nothing of the receiver.
      if (destination.kind !== "endpoint" || result.sent.error?.code === "url_variable") continue;
      const { endpointId } = destination;
      const group = groups.get(endpointId);
      if (group) group.push(result);
      else if (result.outcome.kind !== "success" || this.#failing.has(endpointId)) groups.set(endpointId, [result]);
    }
    return groups;
  }

  async #write(trx: Transaction<DB>, note: string, noted: readonly Noted[]): Promise<Changed> {
    const ask = askTransaction(trx);
    if (noted.length === 0) return { opened: [], closed: [] };
    await ask(LOCK_HEALTH(noted.map(({ endpointId }) => endpointId)));
    const answered = noted.filter((one) => one.answered);
    if (answered.length > 0) await ask(FORGET_FAILURES(answered.map(({ endpointId }) => endpointId)));
    const closed = await this.#move(trx, "active", answered.map(toClosed));

    const failing = noted.filter(({ failures }) => failures > 0);
    if (failing.length === 0) return { opened: [], closed };
    const counted = await countFailures(ask, { workerId: this.parts.workerId, note, items: failing });
    const counts = new Map(counted.map(({ endpointId, count }) => [endpointId, count]));
    const opened = await this.#move(
      trx,
      "pending",
      failing.flatMap((one) => toOpened(one, counts.get(one.endpointId) ?? 0) ?? []),
    );
    const isOpened = new Set(opened.map(({ endpointId }) => endpointId));
    const probes = failing.filter(({ endpointId }) => isOpened.has(endpointId)).map(toProbe);
    if (probes.length > 0) await ask(PROBE_LATER(probes));
    return { opened, closed };
  }

  /**
   * Opens or closes breakers that are not open or closed yet, and records a meta event for each. Returns those that
   * moved.
   */
  async #move(trx: Transaction<DB>, to: "active" | "pending", changes: readonly Change[]): Promise<Moved[]> {
    const at = this.parts.clock.now();
    const from = to === "active" ? "pending" : "active";
    const moved = await moveEndpoints(askTransaction(trx), { from, to, at, items: changes });
    if (moved.length === 0) return [];
    const reasons = new Map(changes.map(({ endpointId, reason }) => [endpointId, reason]));
    await notifyAll(
      trx,
      moved.map(({ projectId, endpointId }) => ({
        projectId,
        endpointId,
        kind: to === "pending" ? "held" : "recovered",
        reason:
          reasons.get(endpointId) ??
          "A delivery succeeded: the circuit breaker is closed and what waited is delivered.",
      })),
    );
    const type = to === "pending" ? "endpoint.disabled" : "endpoint.resumed";
    for (const snapshot of new Map(changes.map((change) => [change.projectId, change.snapshot])).values()) {
      const items = moved
        .filter(({ projectId }) => projectId === snapshot.id)
        .map(({ projectId, endpointId, name, url }) => {
          const reason = reasons.get(endpointId) ?? "";
          return { type, data: { uid: endpointId, project_id: projectId, name, url, status: to, reason } } as const;
        });
      await recordMetaEvents(trx, snapshot, at, items);
    }
    return moved;
  }

  #tell({ opened, closed }: Changed): void {
    const { log } = this.parts;
    if (opened.length > 0) count("hookyard_breaker_moves_total", { to: "open" }, opened.length);
    if (closed.length > 0) count("hookyard_breaker_moves_total", { to: "closed" }, closed.length);
    for (const { projectId: project, endpointId: endpoint } of opened) {
      log.info({ project, endpoint }, "a circuit breaker opened");
    }
    for (const { projectId: project, endpointId: endpoint } of closed) {
      log.info({ project, endpoint }, "a circuit breaker closed");
      this.onClosed(project, endpoint);
    }
  }

  async #refresh(): Promise<void> {
    const rows = await this.parts.db.selectFrom("endpoint_health").select("endpoint_id").execute();
    this.#failing = new Set(rows.map((row) => row.endpoint_id));
  }
}

function toClosed({ snapshot, projectId, endpointId }: Noted): Change {
  return { snapshot, projectId, endpointId, reason: null };
}

function toOpened({ snapshot, projectId, endpointId }: Noted, count: number): Change | null {
  if (count < snapshot.settings.breaker.failure_count) return null;
  const reason = `The circuit breaker is open: ${count} attempts failed one after another.`;
  return { snapshot, projectId, endpointId, reason };
}

function toProbe({ endpointId, snapshot }: Noted) {
  return { endpointId, seconds: snapshot.settings.breaker.probe_interval };
}
