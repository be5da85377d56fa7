import { sql, type Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { violatesUnique } from "@/lib/db/violations";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import {
  type Content,
  changeContent,
  checkSchema,
  findContentChanges,
  refuseBreaking,
} from "@/lib/nouns/event-types/content";
import { toEventType } from "@/lib/nouns/event-types/presenters";
import { getEventTypeRow } from "@/lib/nouns/event-types/queries";
import type { CreateEventType, EventType, UpdateEventType } from "@/lib/nouns/event-types/schemas";
import { keepVersion } from "@/lib/nouns/event-types/version-mutations";

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

/** Replaces the given fields; the schema and the example as a whole. */
export async function updateEventType(ctx: ProjectContext, id: string, input: UpdateEventType): Promise<EventType> {
  checkSchema(input);
  return ctx.db.transaction().execute((trx) => changeEventType(trx, ctx, id, input));
}

/** Deletes a type with its versions: its events are accepted without validation from then on, and earlier ones stay. */
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
    await trx
      .deleteFrom("event_type_versions")
      .where("project_id", "=", ctx.projectId)
      .where("event_type_id", "=", id)
      .execute();
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

const NOTHING: Content = { description: "", example: null, json_schema: null };
const FIRST_VERSION = 1;

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
  const content = changeContent(NOTHING, input);
  const row = await trx
    .insertInto("event_types")
    .values({
      ...content,
      ...toReferenceColumns(input),
      project_id: ctx.projectId,
      id: newId(),
      name: input.name,
      ...(input.category !== undefined && { category: input.category }),
      version: FIRST_VERSION,
      public_since: input.is_public === true ? FIRST_VERSION : null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepVersion(trx, ctx, { eventTypeId: row.id, before: null, after: content });
  await recordAudit(trx, ctx, { action: "event_type.created", resource: toResource(row) });
  return toEventType(row);
}

/**
 * Changes a type whose new schema is checked, keeps the version that it becomes, and announces the changes. Throws
 * `breaking_change` if it would break receivers, unless that is accepted.
 */
export async function changeEventType(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  id: string,
  input: UpdateEventType,
): Promise<EventType> {
  const before = await getEventTypeRow(trx, ctx.projectId, id, { lock: true });
  await refuseTakenReference(trx, ctx, input, id);
  const content = changeContent(before, input);
  if (input.accept_breaking_changes !== true) refuseBreaking(findContentChanges(before, content));
  const now = ctx.clock.now();
  const version = await keepVersion(trx, ctx, { eventTypeId: id, before, after: content, note: input.note });
  const row = await trx
    .updateTable("event_types")
    .set({
      ...toColumns(input, content),
      ...toReferenceColumns(input),
      ...(input.category !== undefined && { category: input.category }),
      version,
      public_since: decidePublicSince(before.public_since, version, input.is_public),
      deprecated_at: decideDeprecation(before.deprecated_at, now, input.is_deprecated),
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

/** Columns that are not written do not make the engines read the type again. */
function toColumns(input: UpdateEventType, content: Content): Partial<Content> {
  return {
    ...(input.description !== undefined && { description: content.description }),
    ...(input.example !== undefined && { example: content.example }),
    ...(input.json_schema !== undefined && { json_schema: content.json_schema }),
  };
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

/** A type that becomes public is shown as it is from now on, with nothing of what it was before. */
function decidePublicSince(present: number | null, version: number, isPublic: boolean | undefined): number | null {
  if (isPublic === undefined) return present;
  return isPublic ? (present ?? version) : null;
}

function decideDeprecation(present: Date | null, now: Date, isDeprecated: boolean | undefined): Date | null {
  if (isDeprecated === undefined) return present;
  return isDeprecated ? (present ?? now) : null;
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
