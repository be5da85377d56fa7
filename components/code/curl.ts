import { readText } from "@/components/code/read-text";

export type CurlRequest = {
  method?: string;
  url: string;
  headers: Record<string, string>;
  /** As bytes where they are known, so that a body that is no text arrives as it is. */
  body: string | Uint8Array;
  /** The endpoint's own certificates, which are not shown: the command names files for them. */
  certificates?: { client_certificate: string; ca_certificate: string } | null | undefined;
};

/** Set by curl itself, or by the connection. */
const OWN_HEADERS = new Set(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"]);

/**
 * Writes a request as a curl command, quoted for sh: the shell interprets nothing in a header or body. A body that no
 * argument can contain is written as base64, and decoded before curl.
 */
export function toCurl({ method = "POST", url, headers, body, certificates }: CurlRequest): string {
  const lines = [`curl -X ${method} ${quoteForShell(url)}`, ...nameCertificates(certificates)];
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase())) lines.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  }
  const text = typeof body === "string" ? body : readText(body);
  if (text === null) {
    lines[0] = `printf %s '${toBase64(body as Uint8Array)}' | base64 -d | ${lines[0]}`;
    lines.push("--data-binary @-");
  } else if (text !== "") {
    // An argument that begins with @ would be the name of a file.
    lines.push(`${text.startsWith("@") ? "--data-raw" : "--data-binary"} ${quoteForShell(text)}`);
  }
  return lines.join(" \\\n  ");
}

function nameCertificates(certificates: CurlRequest["certificates"]): string[] {
  if (!certificates) return [];
  return [
    ...(certificates.client_certificate ? ["--cert client.pem --key client.key"] : []),
    ...(certificates.ca_certificate ? ["--cacert authority.pem"] : []),
  ];
}

/** Quotes a text as one word of sh, in which the shell interprets nothing. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const PIECE_BYTES = 8_192;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(binary);
}
