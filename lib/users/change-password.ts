import type { Context } from "@/lib/context";
import { conflict, HookyardError, invalidFields } from "@/lib/errors";
import { changePassword } from "@/lib/users/mutations";
import { verifyPassword } from "@/lib/users/password";
import { findUser } from "@/lib/users/queries";
import type { ChangePassword } from "@/lib/users/schemas";
import type { SignInLimiter } from "@/lib/users/sign-in-limiter";

/**
 * A signed-in person's new password, against the present one. All their sessions end. Wrong present passwords are
 * counted as wrong sign-ins are: `rate_limited` after five. Throws `forbidden` to a key and `conflict` to somebody who
 * has no password because they sign in elsewhere.
 */
export async function changeOwnPassword(ctx: Context, input: ChangePassword, limiter: SignInLimiter): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new HookyardError("forbidden", "Only a signed-in person has a password.");
  const user = await findUser(ctx, actor.id);
  if (!user) throw new HookyardError("unauthorized", "This account was deleted.");
  if (user.password_hash === null) throw conflict("You sign in at your identity provider; there is no password here.");
  const address = ctx.request?.address ?? "";
  const wait = limiter.waitSeconds(user.email, address);
  if (wait > 0)
    throw new HookyardError("rate_limited", "Too many wrong passwords. Try again later.", { retryAfter: wait });
  limiter.failed(user.email, address);
  if (!(await verifyPassword(input.current_password, user.password_hash))) {
    throw invalidFields([{ path: "current_password", message: "This is not your present password." }]);
  }
  limiter.succeeded(user.email, address);
  await changePassword(ctx, user.id, input.new_password);
}
