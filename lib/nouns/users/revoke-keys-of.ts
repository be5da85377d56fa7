import type { Kysely } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { type Role, rolesAbove } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/**
 * Revokes the live keys that a person made, in one project or in all, including those made with a key of theirs, and
 * with `above` only those of higher roles. Returns their projects, one for each key.
 */
export async function revokeKeysOf(
  trx: Kysely<DB>,
  ctx: Context,
  maker: { userId: string; projectId?: string; above?: Role },
): Promise<string[]> {
  const now = ctx.clock.now();
  let update = trx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("created_by", "=", maker.userId)
    .where("revoked_at", "is", null)
    .returning(["project_id", "id", "name"]);
  if (maker.projectId !== undefined) update = update.where("project_id", "=", maker.projectId);
  if (maker.above !== undefined) update = update.where("role", "in", rolesAbove(maker.above));
  const keys = await update.execute();
  for (const { project_id: projectId, id, name } of keys) {
    await recordAudit(
      trx,
      { ...ctx, projectId },
      {
        action: "api_key.revoked",
        resource: { type: "api_key", id, name },
      },
    );
  }
  return keys.map((key) => key.project_id);
}
