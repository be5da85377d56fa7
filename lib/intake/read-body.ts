import type { IncomingMessage } from "node:http";
import { Pieces } from "@/lib/intake/pieces";
import type { BodyShare } from "@/lib/kernel/body-budget";
import { HookyardError } from "@/lib/kernel/errors";

/**
 * Reads a request's body and counts as it arrives: a body over the limit is refused at the first byte too many, whether
 * it announced its length, lied about it or is chunked. A body that breaks off is `malformed_request`. With a `share`
 * it is `unavailable` if the memory for bodies cannot take what it announced or what has arrived, and `request_timeout`
 * if it arrives too slowly.
 */
export function readIncoming(incoming: IncomingMessage, limit: number, share?: BodyShare): Promise<Buffer> {
  return collect(incoming, { limit, kept: limit, share }, (body) => body);
}

/** The start of a body, and the length of the whole. */
export type BodyStart = { start: Buffer; bytes: number };

/** Reads a body to its end as `readIncoming` does, and keeps no more than its first `kept` bytes in memory. */
export function readIncomingStart(
  incoming: IncomingMessage,
  { limit, kept }: { limit: number; kept: number },
  share?: BodyShare,
): Promise<BodyStart> {
  return collect(incoming, { limit, kept, share }, (start, bytes) => ({ start, bytes }));
}

function collect<T>(
  incoming: IncomingMessage,
  { limit, kept, share }: { limit: number; kept: number; share: BodyShare | undefined },
  toResult: (start: Buffer, bytes: number) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const pieces = new Pieces();
    let length = 0;
    const announced = Number(incoming.headers["content-length"] ?? 0);
    if (announced > limit) throw tooLarge(limit);
    share?.announce(Math.min(announced, kept));
    const stop = () => {
      share?.settle();
      incoming.off("data", onData).off("end", onEnd).off("close", onBroken).off("error", onBroken);
    };
    const refuse = (error: unknown) => {
      stop();
      incoming.pause();
      pieces.clear();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return refuse(tooLarge(limit));
      try {
        share?.reserve(Math.min(length, kept));
      } catch (error) {
        return refuse(error);
      }
      share?.arrive(length);
      const before = length - chunk.length;
      if (length <= kept) pieces.add(chunk);
      else if (before < kept) pieces.add(chunk.subarray(0, kept - before));
    };
    const onEnd = () => {
      stop();
      resolve(toResult(pieces.join(), length));
    };
    const onBroken = () => {
      stop();
      reject(new HookyardError("malformed_request", "The request's body broke off."));
    };
    incoming.on("data", onData).on("end", onEnd).on("close", onBroken).on("error", onBroken);
    share?.expect(refuse);
  });
}

/** Reads the body of a web request, for hosts without a Node request. */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  share?: BodyShare,
): Promise<Buffer> {
  const reader = body?.getReader();
  const pieces = new Pieces();
  let length = 0;
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length;
      if (length > limit) throw tooLarge(limit);
      share?.reserve(length);
      pieces.add(part.value);
    }
  } catch (error) {
    // A stream that has broken off cannot be cancelled, and need not be.
    await reader?.cancel().catch(() => {});
    throw error;
  }
  return pieces.join();
}

function tooLarge(limit: number): HookyardError {
  return new HookyardError("payload_too_large", `The body is larger than ${limit.toLocaleString("en")} bytes.`);
}

/** How much of an unread body is discarded before its connection is cut. */
const DISCARD_BYTES = 64 * 1024 * 1024;
const DISCARD_MS = 10_000;

/**
 * Discards the rest of an answered request's body, up to a bound: a sender that is still writing would see its
 * connection reset instead of the answer.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let left = DISCARD_BYTES;
  const cut = () => incoming.socket.destroy();
  const timer = setTimeout(cut, DISCARD_MS).unref();
  incoming.once("close", () => clearTimeout(timer));
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  incoming.resume();
}
