import { ApiError } from "@/lib/api/client";
import type { SignIn } from "@/lib/nouns/users/schemas";

/** Starts a session in this browser. Throws why it may not. */
export async function signInByPassword(input: SignIn): Promise<void> {
  const answer = await import("next-auth/react")
    .then((auth) => auth.signIn("credentials", { ...input, redirect: false }))
    .catch(() => undefined);
  if (!answer) throw refusal("Hookyard does not answer. Is it running?");
  if (answer.ok) return;
  const isWrong = answer.error === "CredentialsSignin";
  throw refusal(isWrong ? "The email or the password is wrong." : (answer.error ?? "Signing in failed. Try again."));
}

function refusal(message: string): ApiError {
  return new ApiError({ status: 401, code: "unauthorized", message });
}
