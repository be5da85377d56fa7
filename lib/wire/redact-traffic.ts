import { REDACTED } from "@/lib/kernel/vocabulary";

/**
 * The names of headers and query fields that look like credentials. The functions here redact these, the parts of a
 * path that are credentials, and addresses with such parts. Payloads are the sender's, and are not changed.
 */
const CREDENTIAL =
  /^(proxy-)?authori[sz]ation$|^(set-)?cookie2?$|token|secret|passw(or)?d|^pass$|^pwd$|credential|api[-_]?key|access[-_]?key|^key$|(?<!idempotency|ordering|partition|routing|message)[-_]key$|(^|[-_])auth($|[-_])|signature|^sig$|^code$|^otp$|ticket|jwt|session/i;

/** Whether a header or a field of a query looks like a credential by its name. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/**
 * Our own signatures are not redacted: they prove nothing once their time is over, and show which secret was used when.
 */
export function redactHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, CREDENTIAL.test(name) ? REDACTED : redactHeaderValue(value)]),
  );
}

/** `Location`, `Link`, `Refresh`, `Referer` and a proxy's headers contain addresses, alone or among other text. */
function redactHeaderValue(value: string): string {
  if (value.startsWith("/")) return redactAddress(value);
  return redactIngest(value.replace(/https?:\/\/[^\s<>"']+/gi, redactAddress));
}

/** A query string without its `?`. */
export function redactQuery(query: string): string {
  return query
    .split("&")
    .map((pair) => {
      const name = pair.split("=", 1)[0] ?? "";
      return pair.length > name.length && CREDENTIAL.test(decode(name)) ? `${name}=${REDACTED}` : redactIngest(pair);
    })
    .join("&");
}

/** Redacts an address, or a path with its query. */
export function redactAddress(address: string): string {
  const [place = "", query] = address.split(/\?(.*)/s);
  const bare = redactPath(redactIngest(place.replace(/^(https?:\/\/)[^/@]*@/i, `$1${REDACTED}@`)));
  return query === undefined ? bare : `${bare}?${redactQuery(query)}`;
}

/**
 * Redacts the secret part of an ingest address, or of a receiver's, anywhere in a text: it allows sending there. A
 * receiver's is recognized by its length, because others may have such a path.
 */
export function redactIngest(text: string): string {
  if (!text.includes("/ingest/") && !text.includes("/receive/")) return text;
  return text.replace(
    /(\/ingest\/)[A-Za-z0-9_-]{16,}|(\/receive\/)[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])/g,
    `$1$2${REDACTED}`,
  );
}

/** Services whose addresses are credentials: the part after the first group is secret. */
const SECRET_PATHS = [
  /^(https?:\/\/hooks\.slack\.com(?::\d+)?\/\w+\/).+/i,
  /^(https?:\/\/(?:\w+\.)?discord(?:app)?\.com(?::\d+)?\/api\/(?:v\d+\/)?webhooks\/\d+\/).+/i,
  /^(https?:\/\/(?:[\w-]+\.)?(?:webhook\.office|outlook\.office|outlook\.office365)\.com(?::\d+)?\/\w+\/).+/i,
  /^(https?:\/\/api\.telegram\.org(?::\d+)?\/bot).+/i,
  /^(https?:\/\/hooks\.zapier\.com(?::\d+)?\/hooks\/).+/i,
  /^(https?:\/\/hook\.(?:[\w-]+\.)?(?:make|integromat)\.com(?::\d+)?\/).+/i,
  /^(https?:\/\/maker\.ifttt\.com(?::\d+)?\/trigger\/[^/]+\/(?:json\/)?with\/key\/).+/i,
  /^(https?:\/\/open\.(?:feishu\.cn|larksuite\.com)(?::\d+)?\/open-apis\/bot\/(?:v2\/)?hook\/).+/i,
  /^(https?:\/\/events\.(?:eu\.)?pagerduty\.com(?::\d+)?\/integration\/).+/i,
  /^(https?:\/\/webhook\.site(?::\d+)?\/).+/i,
  // Mattermost, Rocket.Chat and similar products, on any host.
  /^(.*\/hooks\/)[A-Za-z0-9_-]{16,}.*/i,
];

function redactPath(place: string): string {
  const secret = SECRET_PATHS.find((path) => path.test(place));
  return secret ? place.replace(secret, `$1${REDACTED}`) : place;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
