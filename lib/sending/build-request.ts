import { isUtf8 } from "node:buffer";
import type { KeyObject } from "node:crypto";
import type { OutgoingRequest } from "@/lib/egress/send";
import { idTime } from "@/lib/kernel/ids";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { DeliveryWork } from "@/lib/queue/work";
import { wrapPayload } from "@/lib/sending/envelope";
import { signAdvanced, signSimple } from "@/lib/signing/hookyard-signature";
import { signStandard } from "@/lib/signing/standard-webhooks";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { SendingConfig, SigningKey } from "@/lib/snapshots/snapshot";
import type { TraceHeaders } from "@/lib/tracing/tracing";
import { FORM_TYPE, isUrlencoded, NoFormError, toFormBody } from "@/lib/wire/form-body";

/** JSON's whitespace (RFC 8259, 2): space, tab, line feed, carriage return. */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

const USER_AGENT = "Hookyard/0.1 (+https://www.standardwebhooks.com)";

/** What a request tells of its delivery. */
export type Told = Pick<
  DeliveryWork,
  "deliveryId" | "eventId" | "eventType" | "numTrials" | "headers" | "urlQueryParams"
>;

export type Making = {
  endpoint: EndpointConfig;
  sending: SendingConfig;
  payload: Buffer;
  now: Date;
  /** They take the place of those that the event came with, if the attempt is traced. */
  traceHeaders?: TraceHeaders | null;
};

/**
 * Builds the request of one attempt: the event's headers, the endpoint's over them, ours over both, signed over exactly
 * the bytes that are sent.
 * The received query string follows the endpoint's own, whose variables have values of the event. A payload without a
 * content type is declared JSON only if it begins like an object or an array. Throws NoFormError if the endpoint takes forms and the payload cannot be one, and
 * UrlTemplateError if the URL cannot be filled.
 */
export async function buildRequest(work: Told, making: Making): Promise<OutgoingRequest> {
  const { endpoint, sending, payload, now } = making;
  const url = endpoint.templatedUrl?.fill({ payload, headers: work.headers }) ?? endpoint.url;
  const seconds = Math.floor(now.getTime() / 1000);
  const { secrets, keyPairs } = liveKeys(endpoint, now);
  const newest = secrets[0];
  const body = toBody(work, making);
  const headers = makeHeaders(work, making, body);
  Object.assign(headers, endpoint.credentials.authHeaders);
  if (newest || keyPairs.length > 0) {
    Object.assign(headers, await signStandard(work.deliveryId, seconds, body, [...secrets, ...keyPairs]));
  }
  if (newest) {
    headers[sending.signatureHeader] = endpoint.advancedSignatures
      ? await signAdvanced(seconds, body, secrets, sending.signature)
      : await signSimple(body, newest, sending.signature);
  }
  return {
    method: endpoint.method,
    url: withQuery(url, work.urlQueryParams),
    headers,
    body,
    timeoutMs: endpoint.timeoutMs,
    tls: endpoint.credentials.tls,
  };
}

/** The headers of the event, the endpoint's over them, and ours over both; those of credentials and signatures follow. */
function makeHeaders(work: Told, { endpoint, sending, payload, traceHeaders }: Making, body: Buffer) {
  const headers: Record<string, string> = { "user-agent": USER_AGENT, ...work.headers };
  if (body !== payload) {
    headers["content-type"] = endpoint.isForm ? FORM_TYPE : "application/json";
    // It described the payload's bytes, which are inside the envelope or the form now.
    delete headers["content-encoding"];
  } else if (startsAsJson(payload)) {
    headers["content-type"] ??= "application/json";
  }
  if (endpoint.headers !== null) Object.assign(headers, endpoint.headers);
  if (traceHeaders) putTrace(headers, traceHeaders);
  tell(headers, work, sending);
  return headers;
}

/** A state is of the trace that it came with (W3C Trace Context, 3.3). */
function putTrace(headers: Record<string, string>, trace: TraceHeaders): void {
  delete headers.tracestate;
  Object.assign(headers, trace);
}

/** Adds the headers that describe the delivery to its receiver. */
function tell(headers: Record<string, string>, work: Told, sending: SendingConfig): void {
  if (sending.eventTypeHeader !== "") headers[sending.eventTypeHeader] = work.eventType;
  if (sending.eventIdHeader !== "") headers[sending.eventIdHeader] = work.eventId ?? work.deliveryId;
  if (sending.attemptHeader !== "") headers[sending.attemptHeader] = String(work.numTrials + 1);
}

/**
 * The bytes of a delivery's body by the present settings, as they are signed. Throws NoFormError if the endpoint takes
 * forms and the payload cannot be one.
 */
export function toBody(work: Told, { endpoint, sending, payload }: Omit<Making, "now">): Buffer {
  const body = (sending.envelope === "none" ? null : wrap(work, payload)) ?? payload;
  if (!endpoint.isForm || (body === payload && isUrlencoded(work.headers["content-type"]))) return body;
  if (!isUtf8(body)) throw new NoFormError("A form is made of a JSON object, and the payload is no UTF-8.");
  return Buffer.from(toFormBody(body.toString("utf8")));
}

/** Null for a meta event, which has a format of its own. */
function wrap({ eventId, eventType }: Told, payload: Buffer): Buffer | null {
  return eventId === null ? null : wrapPayload(payload, { type: eventType, at: idTime(eventId) });
}

/** The headers of a request as they are stored with its attempt: without our credentials. */
export function toRecordedHeaders(headers: Record<string, string>, endpoint: EndpointConfig): Record<string, string> {
  const names = Object.keys(endpoint.credentials.authHeaders);
  if (names.length === 0) return headers;
  return { ...headers, ...Object.fromEntries(names.map((name) => [name, REDACTED])) };
}

function startsAsJson(body: Buffer): boolean {
  const at = body.findIndex((byte) => !WHITE_SPACE.has(byte));
  return body[at] === 0x7b || body[at] === 0x5b;
}

/** What signs now, the newest first. Key pairs that an endpoint does not sign by are not even opened. */
function liveKeys({ algorithm, credentials }: EndpointConfig, now: Date): { secrets: Buffer[]; keyPairs: KeyObject[] } {
  return {
    secrets: algorithm === "ed25519" ? [] : keysAt(credentials.secrets, now),
    keyPairs: algorithm === "hmac" ? [] : keysAt(credentials.keyPairs, now),
  };
}

function keysAt<Key>(keys: readonly SigningKey<Key>[], now: Date): Key[] {
  return keys.filter(({ expiresAt }) => expiresAt > now.getTime()).map(({ key }) => key);
}

function withQuery(url: string, params: string): string {
  if (params === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${params}`;
}
