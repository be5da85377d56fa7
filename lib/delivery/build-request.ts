import type { DeliveryWork } from "@/lib/delivery/work";
import type { OutgoingRequest } from "@/lib/egress/send";
import type { ProjectSettings } from "@/lib/projects/schemas";
import { signAdvanced, signSimple } from "@/lib/signing/hookyard-signature";
import { signStandard } from "@/lib/signing/standard-webhooks";
import type { EndpointPlan } from "@/lib/snapshots/snapshot";
import { REDACTED } from "@/lib/vocabulary";

/** Of JSON (RFC 8259, 2): space, tab, line feed, carriage return. */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

const USER_AGENT = "Hookyard/0.1 (+https://www.standardwebhooks.com)";

/**
 * The request of one try: the event's headers, then ours over them, signed over exactly the bytes that go out.
 * The received query string is forwarded behind the endpoint's own. What came without a type is said to be JSON only
 * where it begins like an object or a list.
 */
export function buildRequest(
  work: DeliveryWork,
  endpoint: EndpointPlan,
  settings: ProjectSettings,
  body: Buffer,
  now: Date,
): OutgoingRequest {
  const seconds = Math.floor(now.getTime() / 1000);
  const keys = liveKeys(endpoint, now);
  const { header, hash, encoding } = settings.signature;
  const format = { hash, encoding };
  const newest = keys[0];
  return {
    method: "POST",
    url: withQuery(endpoint.url, work.urlQueryParams),
    headers: {
      ...(startsAsJson(body) && { "content-type": "application/json" }),
      "user-agent": USER_AGENT,
      ...work.headers,
      ...endpoint.authHeaders,
      ...(newest && signStandard(work.deliveryId, seconds, body, keys)),
      ...(newest && {
        [header.toLowerCase()]: endpoint.advancedSignatures
          ? signAdvanced(seconds, body, keys, format)
          : signSimple(body, newest, format),
      }),
    },
    body,
    timeoutMs: endpoint.timeoutMs,
  };
}

/** The headers of a request as they are kept with its attempt: without what authenticates us. */
export function toRecordedHeaders(headers: Record<string, string>, endpoint: EndpointPlan): Record<string, string> {
  const names = Object.keys(endpoint.authHeaders);
  if (names.length === 0) return headers;
  return { ...headers, ...Object.fromEntries(names.map((name) => [name, REDACTED])) };
}

function startsAsJson(body: Buffer): boolean {
  const at = body.findIndex((byte) => !WHITE_SPACE.has(byte));
  return body[at] === 0x7b || body[at] === 0x5b;
}

function liveKeys(endpoint: EndpointPlan, now: Date): Buffer[] {
  const live = endpoint.secrets.filter((secret) => secret.expiresAt > now.getTime());
  return live.map((secret) => secret.key);
}

function withQuery(url: string, params: string): string {
  if (params === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${params}`;
}
