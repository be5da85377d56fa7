import { headers } from "next/headers";
import { getRegistration } from "@/lib/next/mount";
import { oidcProviders } from "@/lib/next/oidc-providers";
import { findUser, type UserRow } from "@/lib/nouns/users/queries";

/** Finds the signed-in person of this request, for pages; `null` for nobody. Each page asks for itself. */
export async function findVisitor(): Promise<UserRow | null> {
  const cookie = (await headers()).get("cookie");
  const { runtime, readSession } = await getRegistration();
  const session = await readSession(cookie);
  return session && findUser(runtime, session.userId);
}

/** The address of the requested page, with its query; `null` if Next.js runs without the front door. */
export async function findPageAddress(): Promise<string | null> {
  return (await headers()).get("x-hookyard-page");
}

/** The identity providers by which a visitor may sign in here. */
export async function listIdentityProviders(): Promise<{ id: string; name: string }[]> {
  const { runtime } = await getRegistration();
  return oidcProviders(runtime).map(({ id, name }) => ({ id, name }));
}

/** Requests /v1 within the process, as the visitor; for prefetching in server components. `path` begins with `/v1/`. */
export async function fetchAsVisitor(path: string): Promise<Response> {
  const cookie = (await headers()).get("cookie");
  const { app, runtime } = await getRegistration();
  return app.fetch(new Request(new URL(path, runtime.publicUrl), { headers: cookie === null ? {} : { cookie } }));
}
