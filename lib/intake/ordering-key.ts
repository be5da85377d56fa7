import { createHash } from "node:crypto";
import { ExactNumber, isJsonNumber } from "@/lib/wire/exact-json";
import { parsePayload } from "@/lib/wire/parse-payload";

const MAX_LENGTH = 200;

/**
 * Reads the value at a dotted path of a payload, by which deliveries are ordered: text, a number or a boolean. Null if
 * there is none, and then order does not matter. A long value is replaced by its hash.
 */
export function readOrderingKey(path: string, payload: Buffer, contentType: string | undefined): string | null {
  const value = valueAt(path, parsePayload(payload, contentType));
  if (typeof value !== "string" && typeof value !== "boolean" && !isJsonNumber(value)) return null;
  const text = (value instanceof ExactNumber ? value.canonical : String(value)).replaceAll("\0", "");
  if (text === "") return null;
  return text.length <= MAX_LENGTH ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function valueAt(path: string, document: unknown): unknown {
  let value = document;
  for (const name of path.replace(/^\$\./, "").split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
