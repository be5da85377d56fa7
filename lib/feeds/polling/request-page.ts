import type { OutgoingRequest, Sender, SendResult } from "@/lib/egress/send";
import { ComeBackLater } from "@/lib/feeds/come-back-later";
import type { Place } from "@/lib/feeds/polling/read-answer";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";

export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** `json` is null if the API says that there is nothing (204, 304). */
export type Page = { json: string | null; link: string | undefined; url: string };

/** Makes one request. Throws a sentence for the operator; `ComeBackLater` if the API names a time. */
export async function requestPage(sender: Sender, settings: RestApi, place: Place, signal: AbortSignal): Promise<Page> {
  const url = addressOf(settings, place);
  const result = await sender.send({ ...toRequest(settings, url), signal });
  return { ...readResult(result), url };
}

function addressOf({ url, pagination }: RestApi, place: Place): string {
  if (place.url !== null) return place.url;
  if (pagination.type !== "cursor") return url;
  const cursor = place.cursor ?? pagination.cursor.initial;
  if (cursor === undefined || cursor === "") return url;
  const address = new URL(url);
  address.searchParams.set(pagination.cursor.param, cursor);
  return address.href;
}

function toRequest({ method, headers, auth, body }: RestApi, url: string): Omit<OutgoingRequest, "signal"> {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (!sent.has("accept")) sent.set("accept", "application/json");
  if (!sent.has("user-agent")) sent.set("user-agent", "Hookyard");
  sent.set("accept-encoding", "identity");
  const payload = method === "POST" ? Buffer.from(body ?? "", "utf8") : null;
  if (payload && !sent.has("content-type")) sent.set("content-type", "application/json");
  for (const [name, value] of credentialsOf(auth)) sent.set(name, value);
  return { method, url, headers: Object.fromEntries(sent), body: payload, timeoutMs: TIMEOUT_MS };
}

function credentialsOf(auth: RestApi["auth"]): [string, string][] {
  switch (auth.type) {
    case "none":
      return [];
    case "api_key":
      return [[auth.api_key.header_name.toLowerCase(), auth.api_key.header_value]];
    case "basic_auth": {
      const { username, password } = auth.basic_auth;
      return [["authorization", `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`]];
    }
    case "bearer":
      return [["authorization", `Bearer ${auth.bearer.token}`]];
  }
}

function readResult({ status, error, headers, body, bodyTruncated }: SendResult): Omit<Page, "url"> {
  if (error) throw new Error(error.message);
  if (status === 204 || status === 304) return { json: null, link: undefined };
  const code = status ?? 0;
  if (code < 200 || code > 299) throw toRefusal(code, headers);
  if (bodyTruncated)
    throw new Error(`The answer is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB: ask for less at once.`);
  const encoding = headers["content-encoding"];
  if (encoding && encoding !== "identity")
    throw new Error(`The answer is compressed (${encoding}), which was not asked for.`);
  return { json: readJson(body), link: headers.link };
}

function readJson(body: Buffer): string {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(body);
    JSON.parse(json);
    return json;
  } catch (error) {
    throw new Error(`The answer is not valid JSON: ${(error as Error).message}.`);
  }
}

function toRefusal(status: number, headers: Record<string, string>): Error {
  const message = tell(status, headers);
  const seconds = status === 429 || status === 503 ? readRetryAfter(headers["retry-after"]) : null;
  return seconds === null ? new Error(message) : new ComeBackLater(message, seconds);
}

function tell(status: number, headers: Record<string, string>): string {
  if (status >= 300 && status < 400) {
    const target = headers.location ? ` to ${headers.location.slice(0, 200)}` : "";
    return `Answered ${status}, a redirect${target}, which is not followed: give the final address.`;
  }
  switch (status) {
    case 401:
      return "Answered 401: the credentials are missing or wrong.";
    case 403:
      return "Answered 403: these credentials may not read this.";
    case 404:
      return "Answered 404: there is nothing at this address.";
    case 429:
      return "Answered 429: it is asked too often.";
    default:
      return `Answered ${status}.`;
  }
}

/** Parses seconds or a date (RFC 9110, 10.2.3); at most a day. */
function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS) : null;
}
