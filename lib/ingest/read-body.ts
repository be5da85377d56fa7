import type { IncomingMessage } from "node:http";
import { HookyardError } from "@/lib/errors";

/**
 * Reads a request's body, counting as it comes: a body over the limit is refused at the first byte too many, whether it
 * announced its length, lied about it or is chunked. A body that breaks off is `malformed_request`.
 */
export function readIncoming(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      incoming.off("data", onData).off("end", onEnd).off("close", onBroken).off("error", onBroken);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      stop();
      incoming.pause();
      reject(tooLarge(limit));
    };
    const onEnd = () => {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const onBroken = () => {
      stop();
      reject(new HookyardError("malformed_request", "The request's body broke off."));
    };
    incoming.on("data", onData).on("end", onEnd).on("close", onBroken).on("error", onBroken);
  });
}

/** The same for a web request, for hosts that have no Node request to read from. */
export async function readStream(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Buffer> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader?.cancel();
      throw tooLarge(limit);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): HookyardError {
  return new HookyardError("payload_too_large", `The body is larger than ${limit.toLocaleString("en")} bytes.`);
}
