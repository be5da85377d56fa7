import { OWNER } from "@/bench/copy";
import type { ApiClient } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";

/** A client of /v1 in which the owner is signed in, as in the dashboard. */
export async function createOwnerClient(baseUrl: string): Promise<ApiClient> {
  const asked = await fetch(new URL("/api/auth/csrf", baseUrl));
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(new URL("/api/auth/callback/credentials", baseUrl), {
    method: "POST",
    headers: { cookie: readCookies(asked) },
    body: new URLSearchParams({ csrfToken, ...OWNER, json: "true", callbackUrl: "/" }),
    redirect: "manual",
  });
  const cookie = readCookies(answer);
  if (!cookie.includes("session-token")) throw new Error(`Signing in was answered ${answer.status}.`);
  return createApiClient({
    baseUrl,
    fetch: (request) => {
      request.headers.set("cookie", cookie);
      request.headers.set("sec-fetch-site", "same-origin");
      return fetch(request);
    },
  });
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
