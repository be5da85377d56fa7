import type { Context } from "@/lib/db/context";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/network-of";
import { setPassword } from "@/lib/nouns/users/mutations";
import { verifyPassword } from "@/lib/nouns/users/password";
import { findUser } from "@/lib/nouns/users/queries";
import type { ChangePassword } from "@/lib/nouns/users/schemas";
import { personOf } from "@/lib/nouns/users/sessions";
import type { SignInLimiter } from "@/lib/nouns/users/sign-in-limiter";

/**
 * Changes a signed-in person's password, given the present one. All their other sessions end. Wrong present passwords
 * are counted per person, in any session, like wrong sign-ins: `rate_limited` after five. Throws `forbidden` to a key
 * and `conflict` to a person without a password, who signs in elsewhere.
 */
export async function changeOwnPassword(ctx: Context, input: ChangePassword, limiter: SignInLimiter): Promise<void> {
  const actor = personOf(ctx);
  const user = await findUser(ctx, actor.id);
  if (!user) throw new HookyardError("unauthorized", "This account was deleted.");
  if (user.password_hash === null) throw conflict("You sign in at your identity provider; there is no password here.");
  const network = networkOf(ctx.request?.address ?? "");
  const tried = { email: user.email, network, deviceId: actor.id, isAtHome: true };
  const wait = limiter.waitSeconds(tried);
  if (wait > 0)
    throw new HookyardError("rate_limited", "Too many wrong passwords. Try again later.", { retryAfter: wait });
  limiter.failed(tried);
  if (!(await verifyPassword(input.current_password, user.password_hash))) {
    throw invalidFields([{ path: "current_password", message: "This is not your present password." }]);
  }
  limiter.succeeded(tried);
  await setPassword(ctx, user, {
    path: "new_password",
    password: input.new_password,
    action: "user.password_changed",
    exceptSessionId: actor.sessionId,
  });
}
