import { readFileSync } from "node:fs";
import path from "node:path";
import { marked, type Token, type Tokens } from "marked";
import { plainText } from "./read-markdown";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** The document that lists the others: their shelves, order, titles and what they are about. */
export const LIST = "docs/README.md";

/** `file` is named from the repository's top; `slug` is its address below /docs/guides. */
export type ListedDocument = { slug: string; shelf: string; title: string; about: string; file: string };

/** The documents in the order of the list. */
export function listDocuments(): ListedDocument[] {
  const found: ListedDocument[] = [];
  let shelf = "";
  for (const token of marked.lexer(readDocument(LIST))) {
    if (token.type === "heading") shelf = plainText(token);
    if (token.type !== "list") continue;
    for (const item of (token as Tokens.List).items) found.push({ shelf, ...readItem(item) });
  }
  return found;
}

export function readDocument(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function readItem(item: Tokens.ListItem): Omit<ListedDocument, "shelf"> {
  const inner = item.tokens[0] as { tokens?: Token[] } | undefined;
  const [link, ...rest] = inner?.tokens ?? [];
  if (link?.type !== "link") throw new Error(`${LIST}: "${item.raw.trim()}" does not begin with a link.`);
  const file = path.posix.join(path.posix.dirname(LIST), (link as Tokens.Link).href);
  return {
    slug: path.posix.basename(file, ".md").toLowerCase(),
    title: plainText(link),
    about: rest.map(plainText).join("").replace(/^:\s*/, ""),
    file,
  };
}
