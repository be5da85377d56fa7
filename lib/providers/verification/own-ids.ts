import { randomInt, randomUUID } from "node:crypto";
import type { Sample } from "@/lib/providers/provider";
import type { Place } from "@/lib/providers/scheme";

const PART = /^request\.(header|body)\.(.+)$/s;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The fewest characters or digits of an id: so many that no two samples have the same. */
const LEAST_CHARACTERS = 12;
const LEAST_DIGITS = 9;
const MOST_DIGITS = 15;

type Identified = {
  /** As a source's `idempotency_keys`. */
  idempotencyKeys: readonly string[];
  /** Where the event's type is, which stays as it is. */
  eventType: readonly (readonly Place[])[];
};

/**
 * Copies a sample with new ids of the same form in the parts of it that identify a request, so that it is no duplicate
 * of another. A part that the sample lacks, or that is no text or number, is left out.
 */
export function withOwnIds(sample: Sample, { idempotencyKeys, eventType }: Identified): Sample {
  const kept = new Set(eventType.flat().map(nameOfPlace));
  const { headers, body } = structuredClone(sample) as { headers: Record<string, string>; body: Sample["body"] };
  for (const part of idempotencyKeys) {
    const [, place, name] = PART.exec(part) ?? [];
    if (name === undefined || kept.has(toPartName(place, name))) continue;
    if (place === "header") renewHeader(headers, name);
    else renewField("json" in body ? body.json : body.form, name.split("."));
  }
  return { headers, body };
}

function toPartName(place: string | undefined, name: string): string {
  return place === "header" ? `header ${name.toLowerCase()}` : `body ${name}`;
}

function nameOfPlace(place: Place): string | null {
  if (place.in === "header") return toPartName("header", place.name);
  return place.in === "body" ? toPartName("body", place.path) : null;
}

function renewHeader(headers: Record<string, string>, name: string): void {
  const written = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  if (written !== undefined) headers[written] = renewText(headers[written] ?? "");
}

function renewField(root: unknown, path: readonly string[]): void {
  const parent = path.slice(0, -1).reduce(fieldOf, root);
  const name = path.at(-1) ?? "";
  const value = fieldOf(parent, name);
  if (typeof value === "string") (parent as Record<string, unknown>)[name] = renewText(value);
  else if (typeof value === "number") (parent as Record<string, unknown>)[name] = renewNumber(value);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Keeps the length, the kind of each character, and a prefix such as `evt_`. */
function renewText(text: string): string {
  if (UUID.test(text)) return randomUUID();
  const at = text.lastIndexOf("_") + 1;
  const id = text.slice(at);
  const alphabets = /^[\da-f-]+$/.test(id) ? HEX : ALPHANUMERIC;
  const renewed = id.replace(/[\da-z]/gi, (character) => choose(alphabetOf(character, alphabets)));
  const missing = LEAST_CHARACTERS - renewed.replace(/[^\da-z]/gi, "").length;
  return text.slice(0, at) + renewed + choose(alphabets.all, Math.max(0, missing));
}

type Alphabets = { digits: string; lower: string; upper: string; all: string };

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const HEX: Alphabets = { digits: `${DIGITS}abcdef`, lower: `${DIGITS}abcdef`, upper: "ABCDEF", all: `${DIGITS}abcdef` };
const ALPHANUMERIC: Alphabets = { digits: DIGITS, lower: LOWER, upper: LOWER.toUpperCase(), all: DIGITS };

function alphabetOf(character: string, { digits, lower, upper }: Alphabets): string {
  if (/\d/.test(character)) return digits;
  return character === character.toLowerCase() ? lower : upper;
}

function choose(alphabet: string, count = 1): string {
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

function renewNumber(value: number): number {
  const digits = Math.min(MOST_DIGITS, Math.max(LEAST_DIGITS, String(Math.abs(Math.trunc(value))).length));
  return Number(choose("123456789") + choose(DIGITS, digits - 1));
}
