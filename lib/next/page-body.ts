import { IncomingMessage } from "node:http";
import { readIncoming } from "@/lib/intake/read-body";
import type { BodyShare } from "@/lib/kernel/body-budget";

/** The forms of the pages and of signing in are far smaller. */
const MAX_PAGE_BODY_BYTES = 64 * 1024;

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * Returns the request with its body already read, because the pages read any body. Rejects as `readIncoming` does, with
 * `payload_too_large` above 64 KiB.
 */
export async function readAhead(request: IncomingMessage, share: BodyShare): Promise<IncomingMessage> {
  const body = await readIncoming(request, MAX_PAGE_BODY_BYTES, share);
  const read = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(read, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  read.complete = true;
  read.push(body);
  read.push(null);
  return read;
}
