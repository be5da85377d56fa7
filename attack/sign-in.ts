import { Caller } from "@/attack/caller";
import type { Stage } from "@/attack/stage";
import { parseUrl } from "@/lib/kernel/parse-url";

export type Credentials = { email: string; password: string };

/** Signs in by the form's own requests. On success the answer's `error` is null. */
export async function tryToSignIn(
  caller: Caller,
  { email, password }: Credentials,
  headers: Record<string, string> = {},
): Promise<{ error: string | null; status: number }> {
  const { text } = await caller.ask("GET", "/api/auth/csrf");
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  const form = new URLSearchParams({ csrfToken, email, password, json: "true", callbackUrl: "/" }).toString();
  const answer = await caller.ask("POST", "/api/auth/callback/credentials", {
    raw: form,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
  const url = /"url":"([^"]+)"/.exec(answer.text)?.[1] ?? "";
  const error = parseUrl(url)?.searchParams.get("error") ?? null;
  return { error: answer.status === 200 ? error : (error ?? `status ${answer.status}`), status: answer.status };
}

/** Opens a browser with this person signed in. */
export async function signIn(
  stage: Pick<Stage, "copy" | "heard">,
  who: Credentials,
  name = who.email,
): Promise<Caller> {
  const caller = new Caller(name, stage.copy.url, stage.heard);
  const { error } = await tryToSignIn(caller, who);
  if (error !== null) throw new Error(`${who.email} could not sign in: ${error}`);
  return caller;
}
