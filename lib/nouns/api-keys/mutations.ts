import type { Kysely } from "kysely";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError, invalidFields, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Role, reaches } from "@/lib/kernel/vocabulary";
import { formatKey, generateKeyParts, hashKeySecret } from "@/lib/nouns/api-keys/key-format";
import { toApiKey } from "@/lib/nouns/api-keys/presenters";
import { selectApiKeys } from "@/lib/nouns/api-keys/queries";
import type { ApiKey, CreateApiKey, CreatedApiKey } from "@/lib/nouns/api-keys/schemas";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { findRole } from "@/lib/nouns/members/queries";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";

/** Creates a key and returns its only copy; throws `duplicate` if a live key of the project has the name. */
export async function createApiKey(ctx: Context & { projectId: string }, input: CreateApiKey): Promise<CreatedApiKey> {
  const now = ctx.clock.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) throw invalidFields([{ path: "expires_at", message: "Give a time to come." }]);
  const parts = generateKeyParts();
  const creation = ctx.db.transaction().execute(async (trx) => {
    const { id, name } = await trx
      .insertInto("api_keys")
      .values({
        project_id: ctx.projectId,
        id: newId(),
        key_id: parts.keyId,
        secret_hash: hashKeySecret(parts.secret),
        name: input.name,
        role: input.role,
        created_by: await findMaker(ctx, trx, input.role),
        expires_at: expiresAt,
        created_at: now,
      })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, { action: "api_key.created", resource: { type: "api_key", id, name } });
    return selectApiKeys(trx, ctx.projectId).where("api_keys.id", "=", id).executeTakeFirstOrThrow();
  });
  const row = await creation.catch(refuseTakenName);
  return { ...toApiKey(row), key: formatKey(parts) };
}

/**
 * Revokes a key for good; copies of the program stop accepting it within seconds. Throws not found if it is revoked
 * already.
 */
export async function revokeApiKey(ctx: ProjectContext, id: string): Promise<ApiKey> {
  return ctx.db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable("api_keys")
      .set({ revoked_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (!revoked) throw notFound("API key");
    await recordAudit(trx, ctx, { action: "api_key.revoked", resource: { type: "api_key", id, name: revoked.name } });
    const row = await selectApiKeys(trx, ctx.projectId).where("api_keys.id", "=", id).executeTakeFirstOrThrow();
    return toApiKey(row);
  });
}

/**
 * Finds the person who owns the new key: if a key creates another, the owner of the first. Locks their account and the
 * project, in the order of suspensions, removals and demotions, so that none of these leaves a key behind; and each for
 * one at a time, so that a person who creates keys endlessly cannot block them.
 */
async function findMaker(ctx: Context & { projectId: string }, trx: Kysely<DB>, role: Role): Promise<string | null> {
  const userId = await personBehind(ctx, trx);
  if (userId === null) return null;
  const user = await trx
    .selectFrom("users")
    .select("is_owner")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .where("suspended_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await getProjectRow(trx, ctx.projectId, { lock: true });
  const present = user?.is_owner ? "admin" : user && (await findRole(trx, ctx.projectId, userId));
  if (!present) {
    throw new HookyardError("forbidden", "The person whose key this would be has no part in the project any more.");
  }
  if (!reaches(present, role)) {
    throw new HookyardError("forbidden", "The person whose key this would be has a lower role in the project by now.");
  }
  return userId;
}

async function personBehind({ actor }: Context, trx: Kysely<DB>): Promise<string | null> {
  switch (actor.kind) {
    case "user":
      return actor.id;
    case "api_key": {
      const key = await trx
        .selectFrom("api_keys")
        .select("created_by")
        .where("project_id", "=", actor.projectId)
        .where("id", "=", actor.id)
        .executeTakeFirst();
      return key?.created_by ?? null;
    }
    case "system":
    case "anonymous":
      return null;
  }
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "api_keys_name")) {
    throw new HookyardError("duplicate", "An API key of this project has this name already.");
  }
  throw error;
}
