export type CurlRequest = { method?: string; url: string; headers: Record<string, string>; body: string };

/** Set by curl itself, or by the connection. */
const OWN_HEADERS = new Set(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"]);

/** Writes a request as a curl command, quoted for sh: the shell interprets nothing in a header or body. */
export function toCurl({ method = "POST", url, headers, body }: CurlRequest): string {
  const lines = [`curl -X ${method} ${quoteForShell(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase())) lines.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  }
  if (body !== "") lines.push(`--data-binary ${quoteForShell(body)}`);
  return lines.join(" \\\n  ");
}

/** Quotes a text as one word of sh, in which the shell interprets nothing. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
