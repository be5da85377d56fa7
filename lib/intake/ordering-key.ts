import { createHash } from "node:crypto";
import { ExactNumber, isJsonNumber } from "@/lib/wire/exact-json";
import { parsePayload } from "@/lib/wire/parse-payload";

const MAX_LENGTH = 200;

/**
 * The value at a dotted path of a payload, by which deliveries are put in order: text, a number or a boolean. Null where
 * there is none, and then the order does not matter. A long one is known by its hash.
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
