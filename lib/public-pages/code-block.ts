import { icon } from "@/lib/public-pages/frame";
import { type Markup, markup } from "@/lib/public-pages/markup";
import { type JsonToken, layOutJson } from "@/lib/wire/json-tokens";

const CLASSES: Record<JsonToken["kind"], string> = { key: "k", string: "s", number: "n", word: "w", mark: "m" };
/** A longer text is shown without colours: each token is an element. */
const MAX_COLOURED = 20_000;

type CodeBlock = {
  /** Unique in its page. */
  id: string;
  label: string;
  text: string;
  /** Breaks its lines where they end, for a command that is one long line. */
  wraps?: boolean;
};

/** JSON in colours, or any text, with a button that copies it. */
export function codeBlock({ id, label, text, wraps = false }: CodeBlock): Markup {
  return markup`<div class="code"><header><span>${label}</span><button type="button" class="button script" data-copy="${id}" aria-label="Copy: ${label}">${icon("copy")}<span aria-live="polite">Copy</span></button></header><pre id="${id}" class="${wraps ? "wrap" : "lines"}" tabindex="0" role="region" aria-label="${label}">${colour(text)}</pre></div>`;
}

function colour(text: string): Markup[] | string {
  const lines = layOutJson(text);
  if (!lines) return text;
  const written = lines.map(({ depth, tokens }) => ({ indent: "  ".repeat(depth), tokens }));
  if (text.length > MAX_COLOURED)
    return written.map(({ indent, tokens }) => indent + tokens.map((one) => one.text).join("")).join("\n");
  return written.map(
    ({ indent, tokens }, at) =>
      markup`${indent}${tokens.map(({ kind, text: part }) => markup`<span class="${CLASSES[kind]}">${part}</span>`)}${at < written.length - 1 ? "\n" : ""}`,
  );
}
