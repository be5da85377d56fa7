import { isDeepStrictEqual } from "node:util";
import type { BodyChange } from "@/lib/signing/doctor/findings";

/** `at` counts bytes from 0; `line` and `column` count from 1, the column in bytes. */
type Difference = { at: number; line: number; column: number; sent: string; received: string };

export type BodyComparison = { change: BodyChange; difference: Difference };

const EXCERPT_BYTES = 24;
/** Deeper JSON is compared by its bytes alone. */
const MAX_DEPTH = 100;
/** The most characters of indentation that a guess may have: indented, JSON grows with its depth. */
const MAX_INDENTATION = 2_000_000;
const MARK = "\uFEFF";

/** Compares the bytes that were sent with those that were received: null if they are the same. Pure. */
export function compareBodies(sent: Buffer, received: Buffer): BodyComparison | null {
  if (sent.equals(received)) return null;
  return { change: nameChange(sent, received), difference: findDifference(sent, received) };
}

function nameChange(sent: Buffer, received: Buffer): BodyChange {
  const [a, b] = [sent.toString("utf8"), received.toString("utf8")];
  const found = SIGNS.find(({ shows }) => shows(a, b));
  return found?.change ?? "content";
}

/** The first that shows names the change. */
const SIGNS: readonly { change: BodyChange; shows(sent: string, received: string): boolean }[] = [
  { change: "byte_order_mark", shows: (a, b) => withoutMark(a) === withoutMark(b) },
  { change: "trailing_whitespace", shows: (a, b) => a.trimEnd() === b.trimEnd() },
  { change: "line_endings", shows: (a, b) => toLineFeeds(a).trimEnd() === toLineFeeds(b).trimEnd() },
  { change: "json_rewritten", shows: isSameJson },
  { change: "text_encoding", shows: (a, b) => Buffer.from(a).equals(Buffer.from(b, "latin1")) },
  { change: "text_encoding", shows: (a, b) => b.includes("\uFFFD") && !a.includes("\uFFFD") },
  { change: "cut_off", shows: (a, b) => a.startsWith(b) },
];

function findDifference(sent: Buffer, received: Buffer): Difference {
  const shorter = Math.min(sent.length, received.length);
  let at = 0;
  while (at < shorter && sent[at] === received[at]) at += 1;
  const before = sent.subarray(0, at);
  const lineStart = before.lastIndexOf(0x0a) + 1;
  return {
    at,
    line: before.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 1),
    column: at - lineStart + 1,
    sent: excerpt(sent, at),
    received: excerpt(received, at),
  };
}

/** A few bytes as text, in which white space and what is no text can be seen; "" at the end of the body. */
function excerpt(body: Buffer, at: number): string {
  const text = body.subarray(at, at + EXCERPT_BYTES).toString("utf8");
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(MARK, "\\ufeff");
}

function isSameJson(a: string, b: string): boolean {
  const [left, right] = [readJson(a), readJson(b)];
  if (left === undefined || right === undefined) return false;
  return isDeepStrictEqual(left.value, right.value);
}

function readJson(text: string): { value: unknown } | undefined {
  if (isDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether it is nested deeper than `MAX_DEPTH`, as far as it is JSON. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isText && letter === "\\") at += 1;
    else if (letter === '"') isText = !isText;
    else if (!isText) depth += STEPS[letter ?? ""] ?? 0;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const STEPS: Readonly<Record<string, number>> = { "{": 1, "[": 1, "}": -1, "]": -1 };

const withoutMark = (text: string) => (text.startsWith(MARK) ? text.slice(1) : text);
const toLineFeeds = (text: string) => text.replaceAll("\r\n", "\n");

/**
 * The bodies that may have been sent where this one was received: the body before each of the usual changes. A signature
 * that fits one of them tells which change was made, even if nothing is known of what was sent.
 */
export function guessSentBodies(received: Buffer): { change: BodyChange; body: Buffer }[] {
  const text = received.toString("utf8");
  const guesses: [BodyChange, string | Buffer][] = [
    ["byte_order_mark", withoutMark(text)],
    ["trailing_whitespace", text.trimEnd()],
    ["trailing_whitespace", text.trim()],
    ["trailing_whitespace", `${text}\n`],
    ["trailing_whitespace", `${text}\r\n`],
    ["line_endings", toLineFeeds(text)],
    ["line_endings", toLineFeeds(text).replaceAll("\n", "\r\n")],
    ["text_encoding", Buffer.from(text, "latin1")],
    ...guessJson(text).map((guess): [BodyChange, string] => ["json_rewritten", guess]),
  ];
  const seen = new Set([received.toString("latin1")]);
  return guesses.flatMap(([change, guess]) => {
    const body = Buffer.from(guess as string);
    const mark = body.toString("latin1");
    if (seen.has(mark)) return [];
    seen.add(mark);
    return [{ change, body }];
  });
}

/** The ways in which common programs write JSON: compact, indented, as Python does, with characters escaped. */
function guessJson(text: string): string[] {
  const json = readJson(text.trim());
  if (!json) return [];
  const { value } = json;
  const levels = countLevels(value);
  const [spaced = [], ...indented] = [1, 2, 4].map((width) => {
    return width * levels > MAX_INDENTATION ? [] : [JSON.stringify(value, null, width)];
  });
  const lines = [JSON.stringify(value), ...spaced.map(joinLines)];
  return [...lines, ...indented.flat(), ...lines.map(escapeText), JSON.stringify(value).replaceAll("/", "\\/")];
}

/** Indented JSON in one line with blanks, as Python writes it. */
function joinLines(indented: string): string {
  return indented.replace(/\n */g, " ").replace(/([[{]) | (?=[\]}])/g, "$1");
}

/** The sum of the depths of all lines of the indented value, which is nested no deeper than `MAX_DEPTH`. */
function countLevels(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null) return depth;
  return Object.values(value).reduce((sum: number, one) => sum + countLevels(one, depth + 1), 2 * depth);
}

function escapeText(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
