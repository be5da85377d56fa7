import type { HttpBindings } from "@hono/node-server";
import type { AppContext } from "@/lib/api/envelope";
import { readIncoming, readStream } from "@/lib/intake/read-body";
import type { BodyShare } from "@/lib/kernel/body-budget";
import { HookyardError } from "@/lib/kernel/errors";
import { parseExact } from "@/lib/wire/exact-json";

/** The size of a request's body, unless its route says otherwise. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** `json` has exact numbers; `text` is its source. */
export type ReadBody = { json: unknown; text: string; bytes: Buffer };

/**
 * Reads the JSON of a request's body and its bytes, at most `limit` of them, counted while reading. Throws
 * `unsupported_media_type` for another content type, `payload_too_large`, `unavailable` if the memory for bodies is
 * used up, and `malformed_request` for anything but JSON in UTF-8.
 */
export async function readJson(
  c: AppContext,
  { limit, share }: { limit: number; share: BodyShare | undefined },
): Promise<ReadBody> {
  requireJsonType(c);
  // Uses Node's own request if there is one, which is several times cheaper than a web stream.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const bytes = await (incoming ? readIncoming(incoming, limit, share) : readStream(c.req.raw.body, limit, share));
  return parseJson(bytes);
}

function requireJsonType(c: AppContext): void {
  const type = c.req.header("content-type");
  if (type !== undefined && JSON_TYPE.test(type)) return;
  throw new HookyardError("unsupported_media_type", "Send JSON: Content-Type: application/json.");
}

function parseJson(bytes: Buffer): ReadBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HookyardError("malformed_request", "The body is not UTF-8.");
  }
  try {
    return { json: parseExact(text), text, bytes };
  } catch (error) {
    throw new HookyardError("malformed_request", `The body is not JSON: ${(error as Error).message}.`);
  }
}
