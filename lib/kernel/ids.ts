import { getRandomValues } from "node:crypto";
import { v7, validate, version } from "uuid";

const RANDOM_BYTES = 16;
/** Randomness for many ids at once: requesting it for each was a seventh of the cost of accepting an event. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let poolAt = pool.length;
let lastMs = 0;
let sequence = 0;

/** Makes a UUIDv7 (RFC 9562, counter by method 1): ids of one process sort by the order of their creation. */
export function newId(): string {
  if (poolAt === pool.length) {
    getRandomValues(pool);
    poolAt = 0;
  }
  const random = pool.subarray(poolAt, poolAt + RANDOM_BYTES);
  poolAt += RANDOM_BYTES;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Begins in the lower half, so that two billion ids of the same millisecond fit above it.
    sequence = new DataView(random.buffer, random.byteOffset, 4).getUint32(0) >>> 1;
  } else if (++sequence > 0xffffffff) {
    lastMs += 1;
    sequence = 0;
  }
  return v7({ random, msecs: lastMs, seq: sequence | 0 });
}

/** Makes a UUIDv7 as it would have been made at that time, for a row that tells of then. */
export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** Whether a text is a UUIDv7 in canonical form. */
export function isId(value: string): boolean {
  return validate(value) && version(value) === 7;
}

/** The smallest UUIDv7 of that millisecond, in the order in which PostgreSQL compares uuids; serves date filters and partition bounds. */
export function minIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made, to the millisecond. */
export function idTime(id: string): Date {
  return new Date(idTimeMs(id));
}

/** The same in milliseconds since 1970. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) * 0x10000 + Number.parseInt(id.slice(9, 13), 16);
}

/** Stands for no id where a key must have one (RFC 9562, 5.9). */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";
