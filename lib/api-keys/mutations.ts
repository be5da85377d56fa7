import { formatKey, generateKeyParts, hashKeySecret } from "@/lib/api-keys/key-format";
import { toApiKey } from "@/lib/api-keys/presenters";
import type { ApiKey, CreateApiKey, CreatedApiKey } from "@/lib/api-keys/schemas";
import { recordAudit } from "@/lib/audit-log/record";
import type { Context, ProjectContext } from "@/lib/context";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError, invalidFields, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** Makes a key and returns the only copy of it; throws `duplicate` when a live key of the project has the name. */
export async function createApiKey(ctx: Context & { projectId: string }, input: CreateApiKey): Promise<CreatedApiKey> {
  const now = ctx.clock.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) throw invalidFields([{ path: "expires_at", message: "Give a time to come." }]);
  const parts = generateKeyParts();
  const creation = ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("api_keys")
      .values({
        project_id: ctx.projectId,
        id: newId(),
        key_id: parts.keyId,
        secret_hash: hashKeySecret(parts.secret),
        name: input.name,
        role: input.role,
        expires_at: expiresAt,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, {
      action: "api_key.created",
      resource: { type: "api_key", id: row.id, name: row.name },
    });
    return row;
  });
  const row = await creation.catch(refuseTakenName);
  return { ...toApiKey(row), key: formatKey(parts) };
}

/** Ends a key for good; copies of the program stop taking it within seconds. Revoking it again is not found. */
export async function revokeApiKey(ctx: ProjectContext, id: string): Promise<ApiKey> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("api_keys")
      .set({ revoked_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound("API key");
    await recordAudit(trx, ctx, { action: "api_key.revoked", resource: { type: "api_key", id, name: row.name } });
    return toApiKey(row);
  });
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "api_keys_name")) {
    throw new HookyardError("duplicate", "An API key of this project has this name already.");
  }
  throw error;
}
