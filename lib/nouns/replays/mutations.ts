import { sql, type UpdateObject } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { conflict } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { freezeChunk, STARTED } from "@/lib/nouns/replays/freeze";
import { type ReplayRow, toReplay } from "@/lib/nouns/replays/presenters";
import { getReplay, getReplayRow } from "@/lib/nouns/replays/queries";
import type { CreateReplay, Replay } from "@/lib/nouns/replays/schemas";

type Change = UpdateObject<DB, "replays", "replays">;

/** How many chunks are frozen before the answer; the workers freeze the rest of a larger replay. */
const CHUNKS_AT_ONCE = 2;

/** Creates a replay and freezes what its filter finds. Nothing is resent before it runs, by request or by itself. */
export async function createReplay(ctx: ProjectContext, input: CreateReplay): Promise<Replay> {
  const { projectId } = ctx;
  const id = newId();
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("replays")
      .values({
        project_id: projectId,
        id,
        name: input.name,
        filter: JSON.stringify(input.filter),
        force: input.force,
        runs_when_ready: input.run,
        rate_per_second: input.rate_per_second,
        status: "Preparing",
        created_by: nameOf(ctx.actor),
        created_at: now,
        updated_at: now,
      })
      .execute();
    await recordAudit(trx, ctx, { action: "replay.created", resource: { type: "replay", id, name: input.name } });
  });
  for (let chunk = 0; chunk < CHUNKS_AT_ONCE; chunk++) {
    if (!(await freezeChunk(ctx.db, { projectId, id }))) break;
  }
  const replay = await getReplay(ctx, id);
  if (replay.status !== "Ready") await sql`select pg_notify('hookyard_work', '')`.execute(ctx.db);
  return replay;
}

/** Starts a replay that is ready, or continues a paused one. */
export async function runReplay(ctx: ProjectContext, id: string): Promise<Replay> {
  const replay = await changeReplay(ctx, id, "Running", (row) => {
    if (row.status === "Preparing") return "Its deliveries are still being collected. Run it when it is Ready.";
    return row.status === "Ready" || row.status === "Paused" ? STARTED : `It is ${row.status} and cannot run again.`;
  });
  await sql`select pg_notify('hookyard_work', '')`.execute(ctx.db);
  return replay;
}

/** Pauses a replay: resent deliveries stay resent, and the others wait until it runs again. */
export async function pauseReplay(ctx: ProjectContext, id: string): Promise<Replay> {
  return changeReplay(ctx, id, "Paused", ({ status }) =>
    status === "Running" ? {} : `Only a running replay can be paused; this one is ${status}.`,
  );
}

/** Cancels a replay for good. Resent deliveries stay resent. */
export async function cancelReplay(ctx: ProjectContext, id: string): Promise<Replay> {
  return changeReplay(ctx, id, "Cancelled", ({ status }) =>
    status === "Completed" ? "It is Completed: there is nothing left to cancel." : { finished_at: sql<Date>`now()` },
  );
}

/** The action's name in the audit log. */
const DONE = { Running: "run", Paused: "paused", Cancelled: "cancelled" } as const;

/**
 * Changes a replay's status. `decide` returns what else to set, or a sentence why it cannot be done. A replay with this
 * status stays as it is.
 */
async function changeReplay(
  ctx: ProjectContext,
  id: string,
  status: keyof typeof DONE,
  decide: (row: ReplayRow) => Change | string,
): Promise<Replay> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getReplayRow(within(trx, ctx), id, { lock: true });
    if (row.status === status) return toReplay(row);
    const decided = decide(row);
    if (typeof decided === "string") throw conflict(decided);
    const changed = await trx
      .updateTable("replays")
      .set({ ...decided, status, updated_at: sql<Date>`now()` })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const action = `replay.${DONE[status]}`;
    await recordAudit(trx, ctx, { action, resource: { type: "replay", id, name: changed.name } });
    return toReplay(changed);
  });
}
