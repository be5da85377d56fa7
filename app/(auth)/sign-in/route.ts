import { cookies, headers } from "next/headers";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme";
import { toLocalAddress } from "@/lib/next/local-address";
import { findNonce } from "@/lib/next/page-policy";
import { findVisitor, listIdentityProviders } from "@/lib/next/visitor";
import { PROVIDER_FAILED, type SignInPage, signInPage } from "@/lib/public-pages/sign-in-page";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

/** Shows where to sign in, or leads whoever has signed in to where they wanted to go. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const next = toLocalAddress(query.get("next") ?? undefined);
  try {
    if (await findVisitor()) return new Response(null, { status: 303, headers: { location: toAscii(next) } });
  } catch (error) {
    const { code, message, retryAfter = 1 } = toHookyardError(error);
    if (code !== "unavailable") throw error;
    // The form stays, for when the database is back.
    return show({ next, refusal: message }, { status: 503, headers: { "retry-after": String(retryAfter) } });
  }
  return show({ next, refusal: toRefusal(query.get("error")) });
}

/** A browser without scripts sends the form here itself. */
export { GET as POST };

async function show(said: Pick<SignInPage, "next" | "refusal">, answer: ResponseInit = {}): Promise<Response> {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  const page = signInPage({
    ...said,
    providers: await listIdentityProviders(),
    theme: theme === "system" ? null : theme,
    nonce: findNonce(await headers()),
  });
  const own = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(page, { ...answer, headers: { ...answer.headers, ...own } });
}

/** next-auth leads here with a code after an identity provider's answer. */
function toRefusal(error: string | null): string | null {
  if (error === "AccessDenied") return "That account may not sign in here. Ask the owner of this installation.";
  return error === null ? null : PROVIDER_FAILED;
}

/** Headers are ASCII. */
function toAscii(address: string): string {
  return address.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
