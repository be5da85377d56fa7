import { parseExact, stringifyExact } from "@/lib/wire/exact-json";
import { elementsOf, memberOf } from "@/lib/wire/json-text";

/** JSON as its sender wrote it, and its value for readers. */
export class RawJson {
  #value: { known: unknown } | null;

  private constructor(
    readonly text: string,
    value: { known: unknown } | null,
  ) {
    this.#value = value;
  }

  /** Wraps text that JSON.parse accepts. `value` is the result of `parseExact`, if it was parsed. */
  static written(text: string, value?: { known: unknown }): RawJson {
    return new RawJson(text, value ?? null);
  }

  /** Wraps a value that has no text yet, or returns a RawJson unchanged. */
  static of(value: unknown): RawJson {
    return value instanceof RawJson ? value : new RawJson(stringifyExact(value), { known: value });
  }

  /** Its numbers are exact. Throws a RangeError if it is nested too deeply to be read. */
  get value(): unknown {
    this.#value ??= { known: parseExact(this.text) };
    return this.#value.known;
  }

  toJSON(): unknown {
    return this.value;
  }
}

/** Where a body contains payloads: in its own `data` or `payload`, or in the `data` of each of its `events`. */
export type PayloadPlace = "data" | "payload" | "events";

/** A parsed body with its payloads as they were written. `text` is its source. */
export function keepPayloads(parsed: unknown, text: string, place: PayloadPlace): unknown {
  if (place !== "events") return keepField(parsed, text.trimStart(), place);
  if (!isObject(parsed) || !Array.isArray(parsed.events)) return parsed;
  const written = elementsOf(memberOf(text.trimStart(), "events") ?? "[]");
  return { ...parsed, events: parsed.events.map((item, i) => keepField(item, written[i] ?? "", "data")) };
}

function keepField(parsed: unknown, text: string, name: "data" | "payload"): unknown {
  if (!isObject(parsed) || !Object.hasOwn(parsed, name)) return parsed;
  const field = memberOf(text, name);
  return field === null ? parsed : { ...parsed, [name]: RawJson.written(field, { known: parsed[name] }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
