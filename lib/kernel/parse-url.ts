/**
 * A text as a URL, read from `base` on where it is relative; null where it is none. Node.js 20 and 22 have no such function that
 * can be trusted: there `URL.canParse`, once it was called some thousand times, says that an address with a letter such as "ü" in
 * its host is none.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
