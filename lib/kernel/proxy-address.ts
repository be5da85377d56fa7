/** Whether a text is the address of an HTTP proxy: http:// or https://, perhaps with a name and a password, and no path. */
export function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && pathname === "/" && search === "" && hash === "";
}
