import { sql, type Transaction } from "kysely";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { AttemptResult } from "@/lib/delivery/result";
import type { Insist } from "@/lib/delivery/settler";
import { notify } from "@/lib/endpoints/notify";
import { newId } from "@/lib/ids";
import type { Logger } from "@/lib/log";
import type { MetaEventItem } from "@/lib/meta-events/record";
import { recordMetaEvents } from "@/lib/meta-events/record";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = { db: Database; snapshots: SnapshotCache; clock: Clock; log: Logger; workerId: string };

const REFRESH_MS = 5_000;

/**
 * The circuit breaker of endpoints, on real tries. So many failures one after another open it: the endpoint becomes
 * `pending` and its deliveries wait. Then one real delivery probes it, after a pause that doubles each time it fails
 * (`claimProbes`). The first success closes it: the endpoint is `active` again and what waited drains, slowly at first.
 * Opening and closing are told by a meta event in the same transaction.
 */
export class Breaker {
  /** Endpoints with failures on record, of all workers: a success of any other needs no write. */
  #failing = new Set<string>();
  /** The latest note of each endpoint that is being noted: the next one begins after it. */
  readonly #noting = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly onClosed: (endpointId: string) => void,
  ) {}

  start(onError: (error: unknown) => void): void {
    const refresh = () => this.#refresh().catch(onError);
    this.#timer = setInterval(refresh, REFRESH_MS);
    void refresh();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Takes settled tries into account, in the order in which they ended, each once. */
  async note(results: readonly AttemptResult[], insist: Insist): Promise<void> {
    const groups = new Map<string, AttemptResult[]>();
    for (const result of results) {
      const { destination } = result.work;
      if (destination.kind !== "endpoint") continue;
      const { endpointId } = destination;
      const isFailure = result.outcome.kind !== "success";
      if (!isFailure && !this.#failing.has(endpointId) && !groups.has(endpointId)) continue;
      groups.set(endpointId, [...(groups.get(endpointId) ?? []), result]);
    }
    for (const [endpointId, group] of groups) {
      await this.#inTurn(endpointId, () => this.#noteEndpoint(endpointId, group, insist));
    }
  }

  /** One batch's note of an endpoint after another's, so that the last of this worker is the one that may be repeated. */
  async #inTurn(endpointId: string, note: () => Promise<void>): Promise<void> {
    const noted = (this.#noting.get(endpointId) ?? Promise.resolve()).then(note);
    const settled = noted.catch(() => {});
    this.#noting.set(endpointId, settled);
    await noted.finally(() => {
      if (this.#noting.get(endpointId) === settled) this.#noting.delete(endpointId);
    });
  }

  async #noteEndpoint(endpointId: string, group: readonly AttemptResult[], insist: Insist): Promise<void> {
    const projectId = group[0]?.work.projectId ?? "";
    const snapshot = await insist(
      async () => this.parts.snapshots.peek(projectId) ?? (await this.parts.snapshots.get(projectId)),
    );
    if (!snapshot?.settings.breaker.is_enabled) return;
    const lastSuccess = group.findLastIndex(({ outcome }) => outcome.kind === "success");
    if (lastSuccess >= 0) await insist(() => this.#close(snapshot, endpointId));
    const failures = group.length - 1 - lastSuccess;
    const note = newId();
    if (failures > 0) await insist(() => this.#fail(snapshot, endpointId, { failures, note }));
  }

  /**
   * Counts nothing when the same note was this worker's last: the answer to its commit was lost. What workers that are
   * gone noted is forgotten.
   */
  async #fail(
    snapshot: ProjectSnapshot,
    endpointId: string,
    { failures, note }: { failures: number; note: string },
  ): Promise<void> {
    this.#failing.add(endpointId);
    const { workerId } = this.parts;
    const { failure_count, probe_interval } = snapshot.settings.breaker;
    const opened = await this.parts.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ consecutive_failures: number }>`
        insert into endpoint_health as h (endpoint_id, project_id, consecutive_failures, notes)
        values (${endpointId}, ${snapshot.id}, ${failures}, jsonb_build_object(${workerId}::text, ${note}::text))
        on conflict (endpoint_id) do update
        set consecutive_failures = h.consecutive_failures + excluded.consecutive_failures,
          notes = coalesce((
            select jsonb_object_agg(worker, noted) from jsonb_each(h.notes) as n(worker, noted)
            where worker in (select id::text from workers)
          ), '{}') || excluded.notes
        where h.notes ->> ${workerId}::text is distinct from ${note}::text
        returning consecutive_failures`.execute(trx);
      const count = rows[0]?.consecutive_failures ?? 0;
      if (count < failure_count) return false;
      const reason = `The circuit breaker is open: ${count} tries failed one after another.`;
      if (!(await this.#move(trx, snapshot, { endpointId, from: "active", to: "pending", reason }))) return false;
      await sql`
        update endpoint_health set opened_at = now(), probe_pause_seconds = ${probe_interval}::int,
          probe_at = now() + make_interval(secs => ${probe_interval}::int)
        where endpoint_id = ${endpointId}`.execute(trx);
      return true;
    });
    if (opened) this.parts.log.debug({ project: snapshot.id, endpoint: endpointId }, "a circuit breaker opened");
  }

  async #close(snapshot: ProjectSnapshot, endpointId: string): Promise<void> {
    const closed = await this.parts.db.transaction().execute(async (trx) => {
      await trx.deleteFrom("endpoint_health").where("endpoint_id", "=", endpointId).execute();
      return this.#move(trx, snapshot, { endpointId, from: "pending", to: "active", reason: null });
    });
    this.#failing.delete(endpointId);
    if (!closed) return;
    this.parts.log.debug({ project: snapshot.id, endpoint: endpointId }, "a circuit breaker closed");
    this.onClosed(endpointId);
  }

  /** Changes the status if it is still the expected one, and tells of it. */
  async #move(
    trx: Transaction<DB>,
    snapshot: ProjectSnapshot,
    change: { endpointId: string; from: string; to: string; reason: string | null },
  ): Promise<boolean> {
    const at = this.parts.clock.now();
    const row = await trx
      .updateTable("endpoints")
      .set({ status: change.to, status_reason: change.reason, updated_at: at })
      .where("project_id", "=", snapshot.id)
      .where("id", "=", change.endpointId)
      .where("status", "=", change.from)
      .where("deleted_at", "is", null)
      .returning(["name", "url"])
      .executeTakeFirst();
    if (!row) return false;
    const data = {
      uid: change.endpointId,
      project_id: snapshot.id,
      ...row,
      status: change.to,
      reason: change.reason ?? "",
    };
    await notify(trx, {
      projectId: snapshot.id,
      endpointId: change.endpointId,
      kind: change.to === "pending" ? "held" : "recovered",
      reason: change.reason ?? "A delivery succeeded: the circuit breaker is closed and what waited is delivered.",
    });
    const item: MetaEventItem = { type: change.to === "pending" ? "endpoint.disabled" : "endpoint.resumed", data };
    await recordMetaEvents(trx, snapshot, at, [item]);
    return true;
  }

  async #refresh(): Promise<void> {
    const rows = await this.parts.db.selectFrom("endpoint_health").select("endpoint_id").execute();
    this.#failing = new Set(rows.map((row) => row.endpoint_id));
  }
}
