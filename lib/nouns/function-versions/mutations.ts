import type { Transaction } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";
import type { FunctionField } from "@/lib/kernel/vocabulary";

/** A field of a subscription or source that may hold a function, and what it gets. */
export type FunctionChange = {
  readonly ownerId: string;
  readonly field: FunctionField;
  readonly present: { readonly code: string | null; readonly versionId: string | null };
  /** Null for none; undefined leaves the field as it is. */
  readonly code: string | null | undefined;
};

/**
 * Keeps the function that a field gets as its next version, unless it is the present one. Returns the version that is
 * current from now on; null without a function. The caller has locked the owner's row, and writes both.
 */
export async function keepFunctionVersion(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  { ownerId, field, present, code }: FunctionChange,
): Promise<string | null> {
  const isKnown = present.code === null || present.versionId !== null;
  if (code === undefined || (code === present.code && isKnown)) return present.versionId;
  const saved_at = ctx.clock.now();
  await endFunctionVersions(trx, ctx, { ownerIds: [ownerId], field, at: saved_at });
  if (code === null) return null;
  const latest = await trx
    .selectFrom("function_versions")
    .select("number")
    .where("project_id", "=", ctx.projectId)
    .where("owner_id", "=", ownerId)
    .where("field", "=", field)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("function_versions")
    .values({
      project_id: ctx.projectId,
      id,
      owner_id: ownerId,
      field,
      number: (latest?.number ?? 0) + 1,
      code,
      saved_by: nameOf(ctx.actor),
      saved_at,
    })
    .execute();
  return id;
}

/** Ends the present versions of subscriptions or sources, of one field or of all: from now on they run over nothing. */
export async function endFunctionVersions(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  { ownerIds, field, at = ctx.clock.now() }: { ownerIds: readonly string[]; field?: FunctionField; at?: Date },
): Promise<void> {
  if (ownerIds.length === 0) return;
  await trx
    .updateTable("function_versions")
    .set({ replaced_at: at })
    .where("project_id", "=", ctx.projectId)
    .where("owner_id", "in", [...ownerIds])
    .where("replaced_at", "is", null)
    .$if(field !== undefined, (query) => query.where("field", "=", field as FunctionField))
    .execute();
}
