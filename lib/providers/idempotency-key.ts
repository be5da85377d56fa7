import { createHash } from "node:crypto";
import { ownField } from "@/lib/filter/own-field";
import type { FieldError } from "@/lib/kernel/errors";
import { stringifyDeep } from "@/lib/wire/deep-json";
import { ExactNumber } from "@/lib/wire/exact-json";

/** `body` is the parsed payload, `undefined` if it cannot be parsed; header names may have any case. */
export type IdentifiedRequest = {
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, string | string[] | undefined>;
  body: unknown;
};

const PART = /^request\.(header|body|query)\.(.+)$/s;
const MAX_PARTS = 10;
const MAX_PART_LENGTH = 255;
const MAX_KEY_LENGTH = 255;
/** Control characters and lone surrogates, which PostgreSQL's text cannot store. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * Returns what identifies a request by a source's `idempotency_keys`; null if one of the parts is absent, null or
 * empty, since the rule does not apply then. One part is its value, several are a JSON array; a long or unstorable text
 * becomes `sha256:` and its hash, so the key has at most 255 characters. A number counts by its value, at any length,
 * and a nested part by its JSON, at any depth.
 */
export function idempotencyKeyOf(parts: string[], request: IdentifiedRequest): string | null {
  const values: string[] = [];
  for (const part of parts) {
    const value = readPart(part, request);
    if (value === null) return null;
    values.push(value);
  }
  const [only] = values;
  if (only === undefined) return null;
  const key = values.length === 1 ? only : JSON.stringify(values);
  if (key.length <= MAX_KEY_LENGTH && !UNSTORABLE.test(key)) return key;
  return `sha256:${createHash("sha256").update(JSON.stringify(values)).digest("hex")}`;
}

/** Returns the errors of a source's `idempotency_keys`, by path (`idempotency_keys.0`). */
export function findIdempotencyKeyErrors(parts: unknown): FieldError[] {
  if (!Array.isArray(parts)) return [{ path: "idempotency_keys", message: "Give a list of parts of the request." }];
  if (parts.length > MAX_PARTS) return [{ path: "idempotency_keys", message: `At most ${MAX_PARTS} parts.` }];
  return parts.flatMap((part: unknown, i) => {
    const message = findPartError(part);
    return message ? [{ path: `idempotency_keys.${i}`, message }] : [];
  });
}

function findPartError(part: unknown): string | null {
  const [, place, name] = typeof part === "string" ? (PART.exec(part) ?? []) : [];
  if (typeof part !== "string" || name === undefined) {
    return "Write request.header.<name>, request.body.<path> or request.query.<name>.";
  }
  if (part.length > MAX_PART_LENGTH) return `At most ${MAX_PART_LENGTH} characters.`;
  if (place === "header" && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `"${name}" is not a header's name.`;
  if (place === "body" && name.split(".").includes("")) return "A path in the body has no empty names.";
  return null;
}

function readPart(part: string, request: IdentifiedRequest): string | null {
  const [, place, name = ""] = PART.exec(part) ?? [];
  if (place === "header") return toText(findHeader(request.headers, name));
  if (place === "query") return toText(ownField(request.query, name));
  return place === "body" ? toText(name.split(".").reduce(ownField, request.body)) : null;
}

function findHeader(headers: IdentifiedRequest["headers"], name: string): unknown {
  const wanted = name.toLowerCase();
  return ownField(headers, wanted) ?? Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (value instanceof ExactNumber) return value.canonical;
  return typeof value === "string" ? value : stringifyDeep(value);
}
