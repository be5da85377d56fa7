import { createHash } from "node:crypto";
import { parsePayload } from "@/lib/wire/parse-payload";
import { toText, valueAt } from "@/lib/wire/value-at";

const MAX_LENGTH = 200;

/**
 * Reads the value at a dotted path of a payload, by which deliveries are ordered: text, a number or a boolean. Null if
 * there is none, and then order does not matter. A long value is replaced by its hash.
 */
export function readOrderingKey(path: string, payload: Buffer, contentType: string | undefined): string | null {
  const text = toText(valueAt(path, parsePayload(payload, contentType)))?.replaceAll("\0", "") ?? "";
  if (text === "") return null;
  return text.length <= MAX_LENGTH ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
