import type { Context } from "@/lib/db/context";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import type { UpdateMe } from "@/lib/nouns/users/schemas";
import { personOf } from "@/lib/nouns/users/sessions";

/** Changes a signed-in person's name. Throws `forbidden` to a key. */
export async function updateMe(ctx: Context, { name }: UpdateMe): Promise<void> {
  const { id, email } = personOf(ctx);
  await ctx.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom("users").select("name").where("id", "=", id).forUpdate().executeTakeFirst();
    await trx
      .updateTable("users")
      .set({ name, updated_at: ctx.clock.now() })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .execute();
    const resource = { type: "user" as const, id, name: email };
    await recordAudit(trx, ctx, { action: "user.updated", resource, before: before ?? {}, after: { name } });
  });
}
