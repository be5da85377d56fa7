import { createHash } from "node:crypto";
import type { MessageIdentity } from "@/lib/intake/recorder";

/** One message of any broker. Names of `attributes` are in lower case; values that are no text are left out. */
export type BrokerMessage = {
  body: Buffer;
  /** How many bytes it had, where `body` is only the first of them. */
  cutFrom?: number;
  attributes: Readonly<Record<string, string>>;
  contentType: string | null;
  identity: MessageIdentity | null;
};

/** Keys stand in indexes, which take no long ones. */
const MAX_KEY_LENGTH = 200;

/** What a broker or its sender calls a message. */
export function toIdentity(name: string, mayRepeat: boolean): MessageIdentity {
  const isLong = name.length > MAX_KEY_LENGTH;
  return { key: isLong ? createHash("sha256").update(name).digest("hex") : name, mayRepeat };
}

/** Attributes as a broker hands them over: texts, numbers and truth values are kept, as text. */
export function toAttributes(given: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    const text = toText(value);
    if (text !== null && name !== "__proto__") attributes[name.toLowerCase()] = text;
  }
  return attributes;
}

function toText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  return Buffer.isBuffer(value) ? value.toString("utf8") : null;
}
