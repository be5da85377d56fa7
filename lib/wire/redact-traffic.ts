import { REDACTED } from "@/lib/kernel/vocabulary";

/**
 * What of a request tells somebody a credential: a header or a query field that looks like one by its name, the part of a
 * path that is one, and addresses that hold such parts. Payloads are what the sender sent, and are left as they are.
 */
const CREDENTIAL =
  /^(proxy-)?authori[sz]ation$|^(set-)?cookie2?$|token|secret|passw(or)?d|^pass$|^pwd$|credential|api[-_]?key|access[-_]?key|^key$|(?<!idempotency|ordering|partition|routing|message)[-_]key$|(^|[-_])auth($|[-_])|signature|^sig$|^code$|^otp$|ticket|jwt|session/i;

/** Our own signatures prove nothing once their time is over, and tell which secret was used when. */
export function redactHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, CREDENTIAL.test(name) ? REDACTED : redactHeaderValue(value)]),
  );
}

/** `Location`, `Link`, `Refresh`, `Referer` and what a proxy adds hold addresses, alone or among other words. */
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

/** An address, or a path with its query. */
export function redactAddress(address: string): string {
  const [place = "", query] = address.split(/\?(.*)/s);
  const bare = redactPath(redactIngest(place.replace(/^(https?:\/\/)[^/@]*@/i, `$1${REDACTED}@`)));
  return query === undefined ? bare : `${bare}?${redactQuery(query)}`;
}

/** The secret part of an ingest address, wherever it stands in a text: whoever knows it can send to the source. */
export function redactIngest(text: string): string {
  return text.includes("/ingest/") ? text.replace(/(\/ingest\/)[A-Za-z0-9_-]{16,}/g, `$1${REDACTED}`) : text;
}

/** Services whose addresses let whoever knows them write: what follows the first group is the credential. */
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
  // Mattermost, Rocket.Chat and what is built like them, on any host.
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
