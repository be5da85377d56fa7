import type { HttpBindings } from "@hono/node-server";
import type { AppContext } from "@/lib/api/envelope";
import { HookyardError } from "@/lib/errors";
import { readIncoming, readStream } from "@/lib/ingest/read-body";
import { parseExact } from "@/lib/wire/exact-json";

/** What a request may have, unless its route says otherwise. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** `json` has exact numbers; `text` is what it was read from. */
export type ReadBody = { json: unknown; text: string; bytes: Buffer };

/**
 * The JSON of a request's body and its bytes, at most `limit` of them, counted while reading. Throws `unsupported_media_type` for
 * another type, `payload_too_large`, and `malformed_request` for what is no JSON in UTF-8.
 */
export async function readJson(c: AppContext, limit: number): Promise<ReadBody> {
  requireJsonType(c);
  const bytes = await readBytes(c, limit);
  return parseJson(bytes);
}

/** The same of a request that needs no body; null when it has none. */
export async function readOptionalJson(c: AppContext): Promise<ReadBody | null> {
  const bytes = await readBytes(c, MAX_BODY_BYTES);
  if (bytes.length === 0) return null;
  requireJsonType(c);
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

/** From Node's own request where there is one, which is several times cheaper than a web stream. */
async function readBytes(c: AppContext, limit: number): Promise<Buffer> {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  try {
    return await (incoming ? readIncoming(incoming, limit) : readStream(c.req.raw.body, limit));
  } catch (error) {
    // What is left of an oversized body is not worth reading: the connection ends with the answer.
    if (error instanceof HookyardError && error.code === "payload_too_large") c.header("connection", "close");
    throw error;
  }
}
