/**
 * PostgreSQL array literals for batch statements (`unnest($1::uuid[])`). Built here because the driver escapes item
 * by item with several regular expressions, which is a measurable part of the cost of an event.
 */

/** For ids, numbers and booleans, whose text needs no quoting. */
export function plainArray(items: readonly (string | number | boolean | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : item)).join(",")}}`;
}

/** For any text. PostgreSQL text cannot hold NUL, so it becomes U+FFFD. */
export function textArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : quote(item))).join(",")}}`;
}

const NEEDS_CARE = /["\\\0]/;

function quote(item: string): string {
  if (!NEEDS_CARE.test(item)) return `"${item}"`;
  return `"${item.replaceAll("\0", "\ufffd").replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Many byte strings as one parameter: `substring($bytes from $offsets[i] for $lengths[i])` gives them back, and null for
 * those that are null.
 */
export function joinBytes(items: readonly (Buffer | null)[]): { bytes: Buffer; offsets: string; lengths: string } {
  let offset = 1;
  const offsets = items.map((item) => {
    const start = offset;
    offset += item?.length ?? 0;
    return start;
  });
  const lengths = items.map((item) => (item ? item.length : null));
  const bytes = Buffer.concat(items.filter((item) => item !== null));
  return { bytes, offsets: plainArray(offsets), lengths: plainArray(lengths) };
}
