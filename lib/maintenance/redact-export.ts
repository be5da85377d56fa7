import { REDACTED } from "@/lib/vocabulary";

/**
 * An export lies outside of the program's rights and encryption, so what looks like a credential by its name is left out:
 * of headers, of addresses and of query strings. Payloads are what the sender sent.
 */
const CREDENTIAL =
  /^(proxy-)?authori[sz]ation$|^(set-)?cookie2?$|token|secret|passw(or)?d|credential|api[-_]?key|^key$|(^|[-_])auth($|[-_])|signature|^sig$/i;

/** Our own signatures prove nothing once their time is over, and tell which secret was used when. */
export function redactHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, string>);
  return Object.fromEntries(entries.map(([name, value]) => [name, CREDENTIAL.test(name) ? REDACTED : value]));
}

/** A query string without its `?`. */
export function redactQuery(query: string): string {
  return query
    .split("&")
    .map((pair) => {
      const name = pair.split("=", 1)[0] ?? "";
      return pair.length > name.length && CREDENTIAL.test(decode(name)) ? `${name}=${REDACTED}` : pair;
    })
    .join("&");
}

export function redactAddress(address: string): string {
  const [place = "", query] = address.split(/\?(.*)/s);
  const bare = place.replace(/^(https?:\/\/)[^/@]*@/i, `$1${REDACTED}@`);
  return query === undefined ? bare : `${bare}?${redactQuery(query)}`;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
