import { marked, type Token, type Tokens } from "marked";

/** Gives each heading of one document the id that GitHub gives it. */
export function createHeadingIds(): (heading: Tokens.Heading) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const id = plainText(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
}

/** The ids of a document's headings. */
export function listHeadingIds(text: string): string[] {
  const idOf = createHeadingIds();
  return tokensOf(text).flatMap((token) => (token.type === "heading" ? [idOf(token as Tokens.Heading)] : []));
}

/** Where the links and pictures of a document lead to, those in its HTML too. */
export function listTargets(text: string): string[] {
  return tokensOf(text).flatMap((token) => {
    if (token.type === "link" || token.type === "image") return [(token as Tokens.Link | Tokens.Image).href];
    if (token.type !== "html") return [];
    return [...token.raw.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].map(([, target = ""]) => target);
  });
}

/** A text without its marks: of `a **b**` it is `a b`. */
export function plainText(token: Token): string {
  const inner = "tokens" in token ? token.tokens : undefined;
  if (inner) return inner.map(plainText).join("");
  const { text = token.raw } = token as { text?: string };
  return text;
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  void marked.walkTokens(marked.lexer(text), (token) => {
    found.push(token);
  });
  return found;
}
