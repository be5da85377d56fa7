import { createHash, timingSafeEqual } from "node:crypto";

/** Compares text in a time that reveals nothing about either side, not even where they differ or how long they are. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
