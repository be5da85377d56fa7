import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

/** HTML whose texts are escaped: what `html` makes. */
export type Markup = ReturnType<typeof raw>;

/** Escapes every value but markup. Nothing of a page waits, so that it is never a promise. */
export function markup(strings: TemplateStringsArray, ...values: unknown[]): Markup {
  return html(strings, ...values) as Markup;
}

/** Text in which what stands between backticks is code, as in the statements of changes. */
export function inline(text: string): Markup[] {
  const parts = text.split("`");
  // The last one of an odd number of backticks is itself.
  const isOdd = parts.length % 2 === 0;
  return parts.map((part, at) => {
    if (at % 2 === 0) return markup`${part}`;
    return isOdd && at === parts.length - 1 ? markup`${"`"}${part}` : markup`<code>${part}</code>`;
  });
}

/** Paragraphs by blank lines. */
export function paragraphs(text: string): Markup[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return parts.map((part) => markup`<p>${inline(part.trim())}</p>`);
}

/** A day in UTC, such as 7 Nov 2026; nothing for null. */
export function day(at: Date | null): Markup {
  if (at === null) return raw("");
  const text = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return markup`<time datetime="${at.toISOString()}">${text}</time>`;
}

/** The source by which a content security policy allows an inline script or style sheet. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
