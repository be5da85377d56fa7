import type { Env } from "@/lib/kernel/env";

/** Cookies are secure if the public address says https. */
export function usesSecureCookies(env: Pick<Env, "HOOKYARD_URL">): boolean {
  return env.HOOKYARD_URL?.startsWith("https://") ?? false;
}

/** Finds the value of one cookie in a request's `Cookie` header. */
export function findCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

type Cookie = { name: string; value: string; path: string; maxAgeSeconds: number; isSecure: boolean };

/** Writes a `Set-Cookie` that no script can read and no other site can send along. */
export function toSetCookie({ name, value, path, maxAgeSeconds, isSecure }: Cookie): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
