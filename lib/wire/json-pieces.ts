import { stringifyExact } from "@/lib/wire/exact-json";

/**
 * Parts of an answer that would fill the memory as values: a payload of 50 MiB is an array of 50 million numbers. They
 * contain only the bytes and become JSON piece by piece while the answer is sent.
 */

const PIECE_BYTES = 16_384;
const NUMBERS = Array.from({ length: 256 }, (_, byte) => String(byte));

abstract class JsonPieces {
  constructor(readonly bytes: Uint8Array) {}
  abstract pieces(): Iterable<string>;

  /** Plain `JSON.stringify` produces the same JSON. */
  toJSON(): unknown {
    if (!found) return JSON.parse([...this.pieces()].join(""));
    found.push(this);
    return PLACE;
  }
}

class ByteArray extends JsonPieces {
  *pieces(): Iterable<string> {
    yield "[";
    for (let at = 0; at < this.bytes.length; at += PIECE_BYTES) {
      const numbers: string[] = [];
      for (const byte of this.bytes.subarray(at, at + PIECE_BYTES)) numbers.push(NUMBERS[byte] as string);
      yield (at === 0 ? "" : ",") + numbers.join(",");
    }
    yield "]";
  }
}

class Text extends JsonPieces {
  *pieces(): Iterable<string> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    yield '"';
    for (let at = 0; at < this.bytes.length; at += PIECE_BYTES) {
      yield quoted(decoder.decode(this.bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    }
    yield `${quoted(decoder.decode())}"`;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Stands for the array of these bytes in an answer, and becomes it when the answer is written. */
export function writtenAsBytes(bytes: Uint8Array): number[] {
  return new ByteArray(bytes) as unknown as number[];
}

/** Stands for the text of these bytes, read as UTF-8, in an answer, and becomes it when the answer is written. */
export function writtenAsText(bytes: Uint8Array): string {
  return new Text(bytes) as unknown as string;
}

/** A random text, so that no user's text is mistaken for it. */
const PLACE = `piece ${crypto.randomUUID()}`;
let found: JsonPieces[] | null = null;

/** A value's JSON, and how many bytes of payload it contains. `pieces` can be read once, at any pace. */
export function toJsonPieces(value: unknown): { payloadBytes: number; pieces: Iterable<string> } {
  const parts: JsonPieces[] = [];
  found = parts;
  let json: string;
  try {
    json = stringifyExact(value);
  } finally {
    found = null;
  }
  return { payloadBytes: parts.reduce((sum, part) => sum + part.bytes.length, 0), pieces: weave(json, parts) };
}

function* weave(json: string, parts: readonly JsonPieces[]): Iterable<string> {
  for (const [i, between] of json.split(`"${PLACE}"`).entries()) {
    if (i > 0) yield* parts[i - 1]?.pieces() ?? [];
    yield between;
  }
}
