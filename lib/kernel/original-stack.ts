import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** A line of a stack, of a cause further in, that names a place of a file, its line and column from 1. Takes time linear in its length. */
const FRAME = /^( {4,}at (?:[^()]* \(|async )?)((?:file:\/\/)?\/[^():]+\.js):(\d+):(\d+)(\)?)$/;
/** A stack ends in its frames; what is before them is the message, which may be of a stranger, and long. */
const MOST_FRAMES = 100;
const MOST_CHARACTERS = 1_000;

/** Frames as the sources have them, so that the same error a thousand times a second reads a map once. */
const known = new Map<string, string>();
const MOST_KNOWN = 5_000;

/**
 * A stack with the lines of our sources instead of those of the bundles. Node.js has this as a setting
 * (`--enable-source-maps`), which keeps the map of each library in memory, 30 MB, and takes a sixth of a second at the
 * first error. Here a map is read when an error is logged, and let go.
 */
export function toOriginalStack(stack: string): string {
  const lines = stack.split("\n");
  const frames = lines.splice(-MOST_FRAMES);
  if (known.size > MOST_KNOWN) known.clear();
  const wanted = frames.filter((line) => !known.has(line)).flatMap((line) => readFrame(line) ?? []);
  for (const file of new Set(wanted.map((frame) => frame.file))) {
    const ofFile = wanted.filter((frame) => frame.file === file);
    const found = findOriginals(file, ofFile);
    for (const { text, before, after } of ofFile) {
      const original = found.get(text);
      known.set(text, original === undefined ? text : `${before}${original}${after}`);
    }
  }
  return [...lines, ...frames.map((line) => known.get(line) ?? line)].join("\n");
}

/** Its line and column from 0. */
type Place = { text: string; line: number; column: number };
type Frame = Place & { file: string; before: string; after: string };

function readFrame(text: string): Frame | null {
  if (text.length > MOST_CHARACTERS) return null;
  const [, before, file, line, column, after] = FRAME.exec(text) ?? [];
  if (before === undefined || file === undefined || after === undefined) return null;
  return { text, before, file, line: Number(line) - 1, column: Number(column) - 1, after };
}

type SourceMap = { sources?: readonly string[]; mappings?: string };

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The original places by the text of each that has one. */
function findOriginals(file: string, places: readonly Place[]): ReadonlyMap<string, string> {
  try {
    const at = file.startsWith("file:") ? fileURLToPath(file) : file;
    return searchMap(at, readMap(at), places);
  } catch {
    // Without a map, or with a broken one, the line is logged nonetheless, with the places of the bundle.
    return NOTHING;
  }
}

function searchMap(file: string, { sources = [], mappings = "" }: SourceMap, places: readonly Place[]) {
  const found = new Map<string, string>();
  const byLine = new Map(places.map(({ line }) => [line, places.filter((place) => place.line === line)]));
  const at = new Position();
  for (const [line, segments] of mappings.split(";").entries()) {
    at.generatedColumn = 0;
    const here = byLine.get(line) ?? [];
    for (const segment of segments.split(",")) {
      if (segment === "") continue;
      at.move(segment);
      // The last segment that begins at a place or before it is the place's own.
      for (const { text, column } of here) if (at.generatedColumn <= column) found.set(text, at.tell(file, sources));
    }
  }
  return found;
}

/** Nothing of libraries: their authors' places help nobody here. Throws where no map can be read. */
function readMap(file: string): SourceMap {
  if (file.includes("/node_modules/")) return {};
  return JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMap;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Uint8Array(128).map((_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

/** Where a reader of `mappings` is: each segment says by how much the fields change (ECMA-426, "Mappings structure"). */
class Position {
  /** Column in the bundle; source, line and column of the original; name. */
  readonly #fields = [0, 0, 0, 0, 0];

  get generatedColumn(): number {
    return this.#fields[0] as number;
  }

  set generatedColumn(column: number) {
    this.#fields[0] = column;
  }

  /** Base64 VLQ: five bits a digit, the lowest first, the sixth for "more follow"; the lowest of all is the sign. */
  move(segment: string): void {
    let field = 0;
    let value = 0;
    let shift = 0;
    for (let index = 0; index < segment.length; index += 1) {
      const digit = VALUES[segment.charCodeAt(index)] as number;
      value |= (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      this.#fields[field] = (this.#fields[field] as number) + (value & 1 ? -(value >>> 1) : value >>> 1);
      field += 1;
      value = 0;
      shift = 0;
    }
  }

  tell(file: string, sources: readonly string[]): string {
    const [, source = 0, line = 0, column = 0] = this.#fields;
    return `${path.resolve(path.dirname(file), decodeURI(sources[source] ?? ""))}:${line + 1}:${column + 1}`;
  }
}
