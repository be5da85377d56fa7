/** A time as answers have it; null where there is none. */
export function toTimestamp(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}
