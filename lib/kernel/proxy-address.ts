import { parseUrl } from "@/lib/kernel/parse-url";

/**
 * Whether a text is the address of an HTTP proxy: http:// or https://, perhaps with a name and a password, and no path.
 * A sign in a password that is no letter or digit may be percent-encoded, and a lone % must be.
 */
export function isProxyAddress(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, pathname, search, hash, username, password } = url;
  const isHttp = protocol === "http:" || protocol === "https:";
  return isHttp && pathname === "/" && search === "" && hash === "" && isDecodable(username + password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
