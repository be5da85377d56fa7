import type { IncomingMessage } from "node:http";

/** In a path: dot segments, however they are written, and slashes and backslashes that some reader takes for others. */
const AMBIGUOUS = /\\|%2f|%5c|\/(?:\.|%2e){1,2}(?:[/;]|$)/i;

/**
 * Why a request's target or host means one thing to us and may mean another to a proxy before us; null for a clean one.
 * Looks at the raw text, so that a clean request costs next to nothing.
 */
export function findAmbiguity({ url = "", rawHeaders }: Pick<IncomingMessage, "url" | "rawHeaders">): string | null {
  if (url.charCodeAt(0) !== 0x2f) return "Ask for a path that begins with a slash.";
  if (isSuspicious(url) && AMBIGUOUS.test(pathOf(url))) {
    return "Leave dot segments, backslashes and encoded slashes out of the path.";
  }
  return hasSeveralHosts(rawHeaders) ? "Send one Host header." : null;
}

function isSuspicious(url: string): boolean {
  return url.includes("/.") || url.includes("%") || url.includes("\\");
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
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
