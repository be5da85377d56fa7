import type { IncomingMessage } from "node:http";

/**
 * In a path: dot segments in any notation, slashes and backslashes that some reader confuses, and percent codes in the
 * first segment, which selects the handler of a request.
 */
const AMBIGUOUS = /\\|%2f|%5c|\/(?:\.|%2e){1,2}(?:[/;]|$)|^\/[^/]*%/i;

/**
 * Explains why a request's target or host means one thing to us and may mean another to a proxy before us; null for a
 * clean one. Looks at the raw text, so that a clean request costs next to nothing.
 */
export function findAmbiguity({ url = "", rawHeaders }: Pick<IncomingMessage, "url" | "rawHeaders">): string | null {
  if (url.charCodeAt(0) !== 0x2f) return "Ask for a path that begins with a slash.";
  if (isSuspicious(url) && AMBIGUOUS.test(pathOf(url))) {
    return "Leave dot segments, backslashes, encoded slashes and an encoded first segment out of the path.";
  }
  if (url.includes("#")) return "Leave out the part after #, which is never sent.";
  return hasSeveralHosts(rawHeaders) ? "Send one Host header." : null;
}

function isSuspicious(url: string): boolean {
  return url.includes("/.") || url.includes("%") || url.includes("\\");
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
