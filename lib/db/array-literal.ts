/**
 * PostgreSQL array literals for batch statements (`unnest($1::uuid[])`). They are built here because the driver escapes
 * item by item with several regular expressions, which is a measurable part of the cost of an event.
 */

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** For ids, numbers and booleans, whose text needs no quoting. */
export function plainArray(items: readonly (string | number | boolean | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : item)).join(",")}}`;
}

/**
 * Ids as one parameter, with the smallest and the largest as two more: stated beside the list (`id between`), they
 * exclude every partition but those of the ids' days before a query plan runs.
 */
export function idsAndRange(ids: readonly string[]): [list: string, first: string, last: string] {
  let [first = NO_ID, last = NO_ID] = [ids[0], ids[0]];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return [plainArray(ids), first, last];
}

/** For any text. PostgreSQL text cannot contain NUL, so it becomes U+FFFD. */
export function textArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : quote(item))).join(",")}}`;
}

/**
 * Values as JSON texts. JSON escapes quotes and backslashes as an array literal requires, and contains no control
 * characters.
 */
export function jsonArray(items: readonly (object | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : JSON.stringify(JSON.stringify(item)))).join(",")}}`;
}

const NEEDS_CARE = /["\\\0]/;

function quote(item: string): string {
  if (!NEEDS_CARE.test(item)) return `"${item}"`;
  return `"${item.replaceAll("\0", "\ufffd").replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Many byte strings as one parameter: `substring($bytes from $offsets[i] for $lengths[i])` returns them, and null for
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
