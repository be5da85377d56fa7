import { sql, type Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { violatesUnique } from "@/lib/db/violations";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import { toEventType } from "@/lib/nouns/event-types/presenters";
import { getEventTypeRow } from "@/lib/nouns/event-types/queries";
import type { CreateEventType, EventType, UpdateEventType } from "@/lib/nouns/event-types/schemas";
import { stringifyExact } from "@/lib/wire/exact-json";

export const MAX_EVENT_TYPES = 2_000;

/** Throws `duplicate` if the project has a type of that name. */
export async function createEventType(ctx: ProjectContext, input: CreateEventType): Promise<EventType> {
  checkSchema(input);
  const creation = ctx.db.transaction().execute(async (trx) => {
    await takeTurn(trx, ctx);
    return insertEventType(trx, ctx, input);
  });
  return creation.catch(refuseTakenName);
}

/** Replaces the given fields; the schema as a whole. */
export async function updateEventType(ctx: ProjectContext, id: string, input: UpdateEventType): Promise<EventType> {
  checkSchema(input);
  return ctx.db.transaction().execute((trx) => changeEventType(trx, ctx, id, input));
}

/** Deletes a type: its events are accepted without validation from then on, and earlier ones stay. */
export async function deleteEventType(ctx: ProjectContext, id: string): Promise<EventType> {
  return ctx.db.transaction().execute(async (trx) => {
    await getEventTypeRow(trx, ctx.projectId, id, { lock: true });
    const row = await trx
      .updateTable("event_types")
      .set({ deleted_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, { action: "event_type.deleted", resource: toResource(row) });
    return toEventType(row);
  });
}

/**
 * Creating types of a project takes turns until the transaction ends, so that none is counted or created twice. This
 * does not lock the project's row, which every change of configuration locks as it commits.
 */
export async function takeTurn(trx: Transaction<DB>, ctx: ProjectContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ctx.projectId}, 13))`.execute(trx);
}

/** Inserts a type with a checked schema, in the caller's turn, and announces it. */
export async function insertEventType(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  input: CreateEventType,
): Promise<EventType> {
  const now = ctx.clock.now();
  await refuseTakenReference(trx, ctx, input, null);
  const { present } = await trx
    .selectFrom("event_types")
    .select((eb) => eb.fn.countAll<number>().as("present"))
    .where("project_id", "=", ctx.projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (present >= MAX_EVENT_TYPES) throw conflict(`A project has at most ${MAX_EVENT_TYPES} event types.`);
  const row = await trx
    .insertInto("event_types")
    .values({
      ...toColumns(input),
      project_id: ctx.projectId,
      id: newId(),
      name: input.name,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(trx, ctx, { action: "event_type.created", resource: toResource(row) });
  return toEventType(row);
}

/** Changes a type to checked values, and announces the changes. */
export async function changeEventType(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  id: string,
  { is_deprecated, ...input }: UpdateEventType,
): Promise<EventType> {
  const before = await getEventTypeRow(trx, ctx.projectId, id, { lock: true });
  await refuseTakenReference(trx, ctx, input, id);
  const now = ctx.clock.now();
  const row = await trx
    .updateTable("event_types")
    .set({
      ...toColumns(input),
      ...(is_deprecated !== undefined && { deprecated_at: is_deprecated ? (before.deprecated_at ?? now) : null }),
      updated_at: now,
    })
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const change = { before: toEventType(before), after: toEventType(row) };
  await recordAudit(trx, ctx, { action: "event_type.updated", resource: toResource(row), ...change });
  return change.after;
}

function checkSchema({ json_schema }: UpdateEventType): void {
  const errors = json_schema ? findSchemaErrors(json_schema) : [];
  if (errors.length > 0) throw invalidFields(errors);
}

async function refuseTakenReference(
  trx: Transaction<DB>,
  { projectId }: ProjectContext,
  input: UpdateEventType,
  id: string | null,
): Promise<void> {
  const errors = await findTakenReference(trx, input, { table: "event_types", projectId, id });
  if (errors.length > 0) throw invalidFields(errors);
}

function toColumns({ json_schema, description, category, ...given }: UpdateEventType) {
  return {
    ...toReferenceColumns(given),
    description,
    category,
    json_schema: json_schema ? stringifyExact(json_schema) : json_schema,
  };
}

function toResource(row: { id: string; name: string }) {
  return { type: "event_type" as const, id: row.id, name: row.name };
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "event_types_name")) {
    throw new HookyardError("duplicate", "The project has an event type of this name already.");
  }
  throw error;
}
