import { HeaderValue } from "@/lib/fields";
import { parsePayload } from "@/lib/parse-payload";
import { SentHeaderName } from "@/lib/sent-header";

export type FunctionKind = "subscription" | "body" | "header";

/** What a function's result means: a payload to send, headers to add or replace, nothing at all, or a mistake. */
export type FunctionResult =
  | { kind: "changed"; payload: Buffer | null; headers: Record<string, string> | null; isText: boolean }
  | { kind: "skip" }
  | { kind: "wrong"; reason: string };

/** The field of a subscription function's result that holds headers to be added; it is not sent. */
const HEADERS_FIELD = "$headers";

/** What a function is given of an event: the parsed payload, or its text where it is neither JSON nor a form. */
export function toFunctionArgument(payload: Buffer, headers: Readonly<Record<string, string>>): unknown {
  const parsed = parsePayload(payload, headers["content-type"]);
  return parsed === undefined ? payload.toString("utf8") : parsed;
}

/**
 * Reads what a function returned, by whose it is. Text is sent as it is, anything else as JSON (`json` as the function's
 * engine wrote it). Only a subscription's function may skip by `null` or add headers by `$headers`.
 */
export function readResult(kind: FunctionKind, result: { readonly value: unknown; json: string }): FunctionResult {
  const { json } = result;
  if (kind === "header") {
    const headers = toHeaders(result.value);
    return typeof headers === "string"
      ? { kind: "wrong", reason: headers }
      : { kind: "changed", payload: null, headers, isText: false };
  }
  const isText = json.startsWith('"');
  const payload = Buffer.from(isText ? String(result.value) : json, "utf8");
  const unread: FunctionResult = { kind: "changed", payload, headers: null, isText };
  if (kind === "body") return unread;
  if (json === "null") return { kind: "skip" };
  const value = json.includes(HEADERS_FIELD) ? result.value : null;
  if (!isRecord(value) || !Object.hasOwn(value, HEADERS_FIELD)) return unread;
  const { [HEADERS_FIELD]: added, ...rest } = value;
  const headers = toHeaders(added);
  if (typeof headers === "string") return { kind: "wrong", reason: headers };
  const bytes = toJson(rest);
  if (!bytes) return { kind: "wrong", reason: "It returned what is nested too deeply." };
  return { kind: "changed", payload: bytes, headers, isText: false };
}

function toHeaders(value: unknown): Record<string, string> | string {
  if (!isRecord(value)) return "It must return an object of headers.";
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (!SentHeaderName.safeParse(name).success || !HeaderValue.safeParse(text).success) {
      return `It returned the header ${JSON.stringify(name).slice(0, 80)}, which cannot be sent.`;
    }
    headers[name.toLowerCase()] = text as string;
  }
  return headers;
}

function toJson(value: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
