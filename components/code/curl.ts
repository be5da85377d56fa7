export type CurlRequest = { method?: string; url: string; headers: Record<string, string>; body: string };

/** Set by curl itself, or by the connection. */
const OWN_HEADERS = new Set(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"]);

/** A request as a command of curl, quoted for sh: nothing in a header or body is read by the shell. */
export function toCurl({ method = "POST", url, headers, body }: CurlRequest): string {
  const lines = [`curl -X ${method} ${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase())) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body !== "") lines.push(`--data-binary ${quote(body)}`);
  return lines.join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
