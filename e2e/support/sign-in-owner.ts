import type { APIRequestContext } from "@playwright/test";
import { OWNER } from "@/e2e/support/server";

/** Signs the owner of a copy in, by a request to its address. */
export async function signInOwner(request: APIRequestContext): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { csrfToken, ...OWNER, json: "true", callbackUrl: "/" };
  const answer = await request.post("/api/auth/callback/credentials", { form });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}.`);
}
