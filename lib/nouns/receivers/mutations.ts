import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { toReceiver } from "@/lib/nouns/receivers/presenters";
import { getReceiverRow } from "@/lib/nouns/receivers/queries";
import type { CreateReceiver, Receiver, ReceiverAnswer, UpdateReceiver } from "@/lib/nouns/receivers/schemas";

/** In a project at once. */
export const MAX_RECEIVERS = 20;
/** 32 characters, as lib/egress/own-receivers.ts knows them. */
const TOKEN_BYTES = 24;
const DAY_MS = 86_400_000;

/** Throws `conflict` if the project has twenty already. */
export async function createReceiver(ctx: ProjectContext, input: CreateReceiver): Promise<Receiver> {
  return ctx.db.transaction().execute((trx) => insertReceiver(ctx, trx, input));
}

/** The same within a transaction. */
export async function insertReceiver(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { name, answer, fail_next, fail_status, expires_in_days }: CreateReceiver,
): Promise<Receiver> {
  await takePlace(trx, ctx);
  const now = ctx.clock.now();
  const row = await trx
    .insertInto("receivers")
    .values({
      project_id: ctx.projectId,
      id: newId(),
      token: randomBytes(TOKEN_BYTES).toString("base64url"),
      name,
      ...toColumns(answer),
      fail_next,
      fail_status,
      created_by: nameOf(ctx.actor),
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + expires_in_days * DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const resource = { type: "receiver" as const, id: row.id, name };
  await recordAudit(trx, ctx, { action: "receiver.created", resource });
  return toReceiver(row, ctx);
}

/** Replaces the given fields. What is being answered at the moment is answered as before. */
export async function updateReceiver(ctx: ProjectContext, id: string, input: UpdateReceiver): Promise<Receiver> {
  const { answer, expires_in_days, ...plain } = input;
  return ctx.db.transaction().execute(async (trx) => {
    const before = await getReceiverRow(trx, ctx, id, { lock: true });
    const now = ctx.clock.now();
    const row = await trx
      .updateTable("receivers")
      .set({
        ...plain,
        ...(answer && toColumns(answer)),
        ...(expires_in_days !== undefined && { expires_at: new Date(now.getTime() + expires_in_days * DAY_MS) }),
        updated_at: now,
      })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, {
      action: "receiver.updated",
      resource: { type: "receiver", id, name: row.name },
      before: toAudited(toReceiver(before, ctx)),
      after: toAudited(toReceiver(row, ctx)),
    });
    return toReceiver(row, ctx);
  });
}

/** Deletes a receiver and all that it received. Its address answers 404 from then on. */
export async function deleteReceiver(ctx: ProjectContext, id: string): Promise<Receiver> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getReceiverRow(trx, ctx, id, { lock: true });
    await trx.deleteFrom("receivers").where("project_id", "=", ctx.projectId).where("id", "=", id).execute();
    await recordAudit(trx, ctx, { action: "receiver.deleted", resource: { type: "receiver", id, name: row.name } });
    return toReceiver(row, ctx);
  });
}

function toColumns({ status, delay_ms, content_type, body, retry_after }: ReceiverAnswer) {
  return {
    answer_status: status,
    answer_delay_ms: delay_ms,
    answer_content_type: content_type,
    answer_body: body,
    answer_retry_after: retry_after,
  };
}

/** What people set; the address is a secret, and the rest counts what came. */
function toAudited({ name, answer, fail_next, fail_status, expires_at }: Receiver) {
  return { name, answer, fail_next, fail_status, expires_at };
}

/** Receivers of a project take turns until the transaction ends, so that none is counted twice. */
async function takePlace(trx: Transaction<DB>, { projectId, clock }: ProjectContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, 79))`.execute(trx);
  const { present } = await trx
    .selectFrom("receivers")
    .select((eb) => eb.fn.countAll<number>().as("present"))
    .where("project_id", "=", projectId)
    .where("expires_at", ">", clock.now())
    .executeTakeFirstOrThrow();
  if (present >= MAX_RECEIVERS)
    throw conflict("A project has at most 20 receivers. Delete one that is not used any more.");
}
