/** Where a piece of a typed line stands in it. */
export type Span = { start: number; end: number };

/** A comparison of a name with a value as it is typed, quotes included, or a word that is none. */
export type Token = Span &
  ({ kind: "term"; text: string; name: string; operator: Operator; value: string } | { kind: "word"; text: string });
export type Term = Extract<Token, { kind: "term" }>;
export type Word = Extract<Token, { kind: "word" }>;

const OPERATORS = [":", "=", "!=", ">=", "<=", ">", "<", "~"] as const;
export type Operator = (typeof OPERATORS)[number];

/** An address is a word: its "//" is no value. */
const TERM = /^([\p{L}_$][^\s:=<>~!",]*)(!=|>=|<=|[:=><~])(?!\/\/)(.*)$/su;

/** Splits a line at its blanks; text in quotes at the beginning of a word, value or list item keeps its own. */
export function readTokens(line: string): Token[] {
  const found: Token[] = [];
  for (const { 0: text, index } of line.matchAll(PIECE)) {
    found.push({ ...toToken(text), start: index, end: index + text.length });
  }
  return found;
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`;
const PIECE = new RegExp(String.raw`(?:(?<=^|[\s:=<>~,])${QUOTED}|\S)+`, "gsu");

function toToken(text: string): Omit<Term, keyof Span> | Omit<Word, keyof Span> {
  const [, name = "", sign, value = ""] = TERM.exec(text) ?? [];
  const operator = OPERATORS.find((one) => one === sign);
  return operator ? { kind: "term", text, name, operator, value } : { kind: "word", text };
}

/** Whether a quotation mark is opened and not closed. */
export function isOpenQuote(text: string): boolean {
  return /(?:^|[\s:=<>~,])"(?:[^"\\]|\\.)*\\?$/s.test(text.replaceAll(CLOSED, "x"));
}

const CLOSED = /(?<=^|[\s:=<>~,])"(?:[^"\\]|\\.)*"/gs;

/** The text without its quotes. */
export function unquote(text: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, "$1");
}

/** The text as it is typed: in quotes where it would be read as something else without them. */
export function quote(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** The items between commas, without quotes and empty ones. */
export function readList(value: string): string[] {
  const items = value.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? [];
  return items.map((item) => unquote(item.trim())).filter((item) => item !== "");
}
