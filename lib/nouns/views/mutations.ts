import { sql, type Transaction } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { violatesUnique } from "@/lib/db/violations";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { allows } from "@/lib/kernel/permissions";
import type { ViewList } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { findColumnFaults, readFilters } from "@/lib/nouns/views/filters";
import { toView } from "@/lib/nouns/views/presenters";
import { getViewRow, type ViewRow } from "@/lib/nouns/views/queries";
import type { CreateView, UpdateView, View } from "@/lib/nouns/views/schemas";

/** The most shared views in a project, and the most of each person's own there. */
export const MAX_VIEWS = 50;

/**
 * Saves a view. Throws `forbidden` if it is to be shared by a viewer, `duplicate` if its name is taken, and `conflict`
 * if there are fifty already.
 */
export async function createView(ctx: ProjectContext, input: CreateView): Promise<View> {
  const { list, name, columns, is_shared, is_pinned } = input;
  if (is_shared) requireOperator(ctx);
  const ownerId = is_shared ? null : ownerOf(ctx);
  const query = checkContent(list, input);
  const creation = ctx.db.transaction().execute(async (trx) => {
    await takePlace(trx, ctx, ownerId);
    const now = ctx.clock.now();
    const row = await trx
      .insertInto("views")
      .values({
        project_id: ctx.projectId,
        id: newId(),
        list,
        name,
        owner_id: ownerId,
        query: JSON.stringify(query),
        columns,
        is_pinned,
        created_by: nameOf(ctx.actor),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, { action: "view.created", resource: toResource(row) });
    return toView(row);
  });
  return creation.catch(refuseTakenName);
}

/**
 * Replaces the given fields. What is or becomes shared needs an operator; a shared view that is no longer shared is the
 * own one of whoever changed it. Throws as `createView` does.
 */
export async function updateView(ctx: ProjectContext, id: string, input: UpdateView): Promise<View> {
  const change = ctx.db.transaction().execute(async (trx) => {
    const before = await getViewRow(trx, ctx, id, { lock: true });
    const isShared = input.is_shared ?? before.owner_id === null;
    if (isShared || before.owner_id === null) requireOperator(ctx);
    const ownerId = isShared ? null : ownerOf(ctx);
    const query = input.query && checkContent(before.list, { query: input.query });
    checkContent(before.list, { columns: input.columns });
    if (ownerId !== before.owner_id) await takePlace(trx, ctx, ownerId);
    const row = await trx
      .updateTable("views")
      .set({
        name: input.name,
        columns: input.columns,
        is_pinned: input.is_pinned,
        owner_id: ownerId,
        ...(query && { query: JSON.stringify(query) }),
        updated_at: ctx.clock.now(),
      })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isPrivate = before.owner_id !== null && row.owner_id !== null;
    const changes = isPrivate ? {} : { before: toView(before), after: toView(row) };
    await recordAudit(trx, ctx, { action: "view.updated", resource: toResource(row), ...changes });
    return toView(row);
  });
  return change.catch(refuseTakenName);
}

/** Deletes a view; a shared one as an operator. */
export async function deleteView(ctx: ProjectContext, id: string): Promise<View> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getViewRow(trx, ctx, id, { lock: true });
    if (row.owner_id === null) requireOperator(ctx);
    await trx.deleteFrom("views").where("project_id", "=", ctx.projectId).where("id", "=", id).execute();
    await recordAudit(trx, ctx, { action: "view.deleted", resource: toResource(row) });
    return toView(row);
  });
}

/** Deletes the views of a person who leaves a project. The shared ones stay. */
export async function deleteViewsOf(trx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  await trx.deleteFrom("views").where("project_id", "=", projectId).where("owner_id", "=", userId).execute();
}

function requireOperator({ role }: ProjectContext): void {
  if (allows(role, "operate")) return;
  throw new HookyardError("forbidden", `The role ${role} may not share views or change shared ones.`);
}

/** The person whose own the view is. */
function ownerOf({ actor }: ProjectContext): string {
  if (actor.kind === "user") return actor.id;
  throw invalidFields([{ path: "is_shared", message: "Say true: an API key has no views of its own." }]);
}

/** Returns the filters under the names of the API. Throws `invalid_fields` for what the list does not take or have. */
function checkContent(list: ViewList, { query = {}, columns = [] }: Pick<UpdateView, "query" | "columns">) {
  const read = readFilters(list, query);
  const errors = [...read.errors, ...findColumnFaults(list, columns)];
  if (errors.length > 0) throw invalidFields(errors);
  return read.query;
}

/** Views of a project take turns until the transaction ends, so that none is counted twice. */
async function takePlace(trx: Transaction<DB>, { projectId }: ProjectContext, ownerId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, 73))`.execute(trx);
  const { present } = await trx
    .selectFrom("views")
    .select((eb) => eb.fn.countAll<number>().as("present"))
    .where("project_id", "=", projectId)
    .where("owner_id", "is not distinct from", ownerId)
    .executeTakeFirstOrThrow();
  if (present < MAX_VIEWS) return;
  const whose =
    ownerId === null ? "A project has at most 50 shared views" : "You have 50 views in this project already";
  throw conflict(`${whose}. Delete one that is not used any more.`);
}

/** The audit log, which admins read, tells of a person's own view that there is one, and nothing of it. */
function toResource({ id, name, owner_id }: ViewRow) {
  return { type: "view" as const, id, name: owner_id === null ? name : "" };
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "views_shared_name")) {
    throw new HookyardError("duplicate", "A shared view of this list has this name already.");
  }
  if (violatesUnique(error, "views_own_name")) {
    throw new HookyardError("duplicate", "You have a view of this list by this name already.");
  }
  throw error;
}
