import { v7, validate, version } from "uuid";

/** A new UUIDv7 (RFC 9562): ids of one process sort by the order they were made in. */
export function newId(): string {
  return v7();
}

/** True for any UUID in canonical text form. */
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
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
