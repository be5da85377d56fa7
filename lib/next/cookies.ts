import type { Env } from "@/lib/kernel/env";

/** Cookies are marked secure when the public address says https. */
export function usesSecureCookies(env: Pick<Env, "HOOKYARD_URL">): boolean {
  return env.HOOKYARD_URL?.startsWith("https://") ?? false;
}

/** The value of one cookie of a request's `Cookie` header. */
export function findCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

type Cookie = { name: string; value: string; path: string; maxAgeSeconds: number; isSecure: boolean };

/** A `Set-Cookie` that no script of a page can read and no other site can send along. */
export function toSetCookie({ name, value, path, maxAgeSeconds, isSecure }: Cookie): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
