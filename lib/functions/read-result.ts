import type { FunctionArgument, FunctionSuccess } from "@/lib/functions/function-call";
import { HeaderValue } from "@/lib/wire/fields";
import { cutMember } from "@/lib/wire/json-text";
import { isForm, parsePayload } from "@/lib/wire/parse-payload";
import { SentHeaderName } from "@/lib/wire/sent-header";

export type FunctionKind = "subscription" | "body" | "header";

/**
 * What a function's result means: a payload to send, headers to add or replace, nothing at all, or a mistake. A `payload`
 * of null is the one that the function was given: its bytes stay as they are.
 */
export type FunctionResult =
  | { kind: "changed"; payload: Buffer | null; headers: Record<string, string> | null; isText: boolean }
  | { kind: "skip" }
  | { kind: "wrong"; reason: string };

/** The field of a subscription function's result that holds headers to be added; it is not sent. */
const HEADERS_FIELD = "$headers";

/**
 * What a function is given of an event: the parsed payload, or its text where it is neither JSON nor a form. Where the
 * function runs it is parsed anyway, so that only a form is here.
 */
export function toFunctionArgument(payload: Buffer, headers: Readonly<Record<string, string>>): FunctionArgument {
  const contentType = headers["content-type"];
  const fields = isForm(contentType) ? parsePayload(payload, contentType) : undefined;
  return fields === undefined ? { argumentText: payload.toString("utf8") } : { argument: fields };
}

/**
 * Reads what a function returned, by whose it is. Text is sent as it is, anything else as JSON (`json` as the function's
 * engine wrote it), and what equals the argument not at all. Only a subscription's function
 * may skip by `null` or add headers by `$headers`.
 */
export function readResult(
  kind: FunctionKind,
  result: Pick<FunctionSuccess, "value" | "json" | "isGiven">,
): FunctionResult {
  if (kind === "header") {
    const headers = toHeaders(result.value);
    return typeof headers === "string"
      ? { kind: "wrong", reason: headers }
      : { kind: "changed", payload: null, headers, isText: false };
  }
  if (kind === "body") return { kind: "changed", ...toPayload(result.json, result), headers: null };
  if (result.json === "null") return { kind: "skip" };
  const cut = cutMember(result.json, HEADERS_FIELD);
  if (!cut) return { kind: "changed", ...toPayload(result.json, result), headers: null };
  const headers = toHeaders(JSON.parse(cut.value));
  return typeof headers === "string"
    ? { kind: "wrong", reason: headers }
    : { kind: "changed", ...toPayload(cut.rest, result), headers };
}

function toPayload(json: string, given: Pick<FunctionSuccess, "isGiven">): { payload: Buffer | null; isText: boolean } {
  const isText = json.startsWith('"');
  if (given.isGiven(json)) return { payload: null, isText };
  return { payload: Buffer.from(isText ? String(JSON.parse(json)) : json, "utf8"), isText };
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
