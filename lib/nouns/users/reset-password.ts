import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import { setPassword } from "@/lib/nouns/users/mutations";
import { findUserByEmail, type UserRow } from "@/lib/nouns/users/queries";

/** The account whose password is to be set from the command line; not found when there is none with this email. */
export async function getResettableUser(ctx: Context, email: string): Promise<UserRow> {
  const user = await findUserByEmail(ctx, email);
  if (!user) throw new HookyardError("not_found", `Nobody here has the email ${email}.`);
  return user;
}

/** Sets a forgotten password by the hand of whoever runs the installation; gives how many sessions ended. */
export function resetPassword(ctx: Context, user: UserRow, password: string): Promise<number> {
  return setPassword(ctx, user, { path: "password", password, action: "user.password_reset" });
}
