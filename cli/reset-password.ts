import { randomBytes } from "node:crypto";
import type { Env } from "@/lib/kernel/env";
import { getResettableUser, resetPassword } from "@/lib/nouns/users/reset-password";
import { Password } from "@/lib/nouns/users/schemas";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import { systemContext } from "@/lib/program/runtime";

/**
 * Sets the password of an account, which ends its sessions, and returns what to print. Without `ask` a password is
 * generated and printed, this once.
 */
export async function resetPasswordOf(env: Env, email: string, ask: (() => Promise<string>) | null): Promise<string> {
  const runtime = await createCommandRuntime(env, { does: "writes" });
  try {
    const ctx = systemContext(runtime);
    const user = await getResettableUser(ctx, email);
    const password = ask ? Password.parse(await ask()) : randomBytes(15).toString("base64url");
    const ended = await resetPassword(ctx, user, password);
    return [
      `The password of ${user.email} was changed; ${ended} ${ended === 1 ? "session" : "sessions"} ended.`,
      ...(ask ? [] : [`Password  ${password}`]),
      ...(user.suspended_at
        ? ["The account is suspended. The owner lets it in again, under Installation › People."]
        : []),
      `Sign in   ${runtime.publicUrl}/sign-in`,
    ].join("\n");
  } finally {
    await runtime.close();
  }
}
