import type { Fetched, ProviderHosts } from "@/lib/intake/provider-hosts";
import type { AccountKey } from "@/lib/providers/verification/needed-key";
import { type Refused, refused } from "@/lib/providers/verification/verdict";

/**
 * Asks a provider for a key as an account of it: the first of the accounts that it knows. Returns what it gave, or why it
 * gave none.
 */
export async function fetchAccountKey(
  hosts: ProviderHosts,
  { kid, accounts, errors }: AccountKey,
  sourceId: string,
): Promise<{ text: string } | Refused> {
  let answer: { text: string } | Refused = refused("key_denied", "This source has no account to ask for a key with.");
  for (const { url, clientId, secret } of accounts) {
    const fetched = await hosts.fetch(url, sourceId, { client_id: clientId, secret, key_id: kid });
    if (fetched.text !== null) return { text: fetched.text };
    answer = toRefusal(fetched, errors, new URL(url).host);
    if (answer.code !== "key_denied") return answer;
  }
  return answer;
}

function toRefusal(
  { status, why, body }: Extract<Fetched, { text: null }>,
  { unknownKey, denied }: AccountKey["errors"],
  host: string,
): Refused {
  const code = status === 400 ? readErrorCode(body) : null;
  if (code === unknownKey) return refused("key_unknown", `${host} knows no key of the name that the token gives.`);
  if (code !== null && denied.includes(code)) {
    return refused(
      "key_denied",
      `${host} gives no key to this source's account (${code}). Check its credentials and environment.`,
    );
  }
  const more = code === null ? why : `${why}, ${code}`;
  return refused(
    "key_unreachable",
    `The provider's key cannot be fetched from ${host} now (${more}). Send it again later.`,
  );
}

/** The provider's own word, as far as it can be one. */
function readErrorCode(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    const code = typeof answer === "object" && answer !== null && "error_code" in answer ? answer.error_code : null;
    return typeof code === "string" && /^[A-Z\d_]{1,100}$/.test(code) ? code : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
