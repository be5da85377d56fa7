import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import { setPassword } from "@/lib/nouns/users/mutations";
import { findUserByEmail, type UserRow } from "@/lib/nouns/users/queries";

/** Finds the account whose password the command line sets; throws not found if this email has none. */
export async function getResettableUser(ctx: Context, email: string): Promise<UserRow> {
  const user = await findUserByEmail(ctx, email);
  if (!user) throw new HookyardError("not_found", `Nobody here has the email ${email}.`);
  return user;
}

/** Sets a forgotten password for the operator; returns how many sessions ended. */
export function resetPassword(ctx: Context, user: UserRow, password: string): Promise<number> {
  return setPassword(ctx, user, { path: "password", password, action: "user.password_reset" });
}
