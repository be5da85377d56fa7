import type { ProjectContext } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { changeEndpoint } from "@/lib/nouns/endpoints/change";
import type { Endpoint, RotateSecret } from "@/lib/nouns/endpoints/schemas";
import { generateSecret } from "@/lib/signing/secrets";

const MAX_LIVE_SECRETS = 10;

/**
 * Adds a secret, which the answer shows; the older ones also sign for another `expires_in` seconds, unless they expire
 * sooner. Throws a conflict if ten are live already.
 */
export async function rotateSecret(ctx: ProjectContext, id: string, input: RotateSecret): Promise<Endpoint> {
  const value = input.secret ?? generateSecret();
  const endpoint = await changeEndpoint(ctx, id, "endpoint.updated", async (_row, trx) => {
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + (input.expires_in ?? 86_400) * 1000);
    const older = trx
      .updateTable("endpoint_secrets")
      .where("project_id", "=", ctx.projectId)
      .where("endpoint_id", "=", id)
      .where("deleted_at", "is", null);
    await older.set({ deleted_at: now }).where("expires_at", "<=", now).execute();
    await older
      .set({ expires_at: expiresAt, updated_at: now })
      .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", expiresAt)]))
      .execute();
    const { live } = await trx
      .selectFrom("endpoint_secrets")
      .select((eb) => eb.fn.countAll<number>().as("live"))
      .where("project_id", "=", ctx.projectId)
      .where("endpoint_id", "=", id)
      .where("deleted_at", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow();
    if (live >= MAX_LIVE_SECRETS) {
      throw conflict(`${MAX_LIVE_SECRETS} secrets are live. Wait until one expires, or end them with expires_in 0.`);
    }
    await trx
      .insertInto("endpoint_secrets")
      .values({
        project_id: ctx.projectId,
        endpoint_id: id,
        id: newId(),
        value: ctx.box.seal(value),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return {};
  });
  // The newest is the first.
  return { ...endpoint, secrets: endpoint.secrets.map((secret, at) => (at === 0 ? { ...secret, value } : secret)) };
}
