import type { Context } from "@/lib/context";
import { HookyardError } from "@/lib/errors";
import type { UpdateMe } from "@/lib/users/schemas";

/** Changes what a signed-in person is called. Throws `forbidden` to a key. */
export async function updateMe(ctx: Context, { name }: UpdateMe): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ name, updated_at: ctx.clock.now() })
    .where("id", "=", personId(ctx))
    .where("deleted_at", "is", null)
    .execute();
}

/** Ends every session of the signed-in person; the border gives the one that asks a new cookie. Throws `forbidden` to a key. */
export async function endOwnSessions(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set((eb) => ({ session_version: eb("session_version", "+", 1), updated_at: ctx.clock.now() }))
    .where("id", "=", personId(ctx))
    .where("deleted_at", "is", null)
    .execute();
}

function personId({ actor }: Context): string {
  if (actor.kind !== "user") throw new HookyardError("forbidden", "Only a signed-in person has an account.");
  return actor.id;
}
