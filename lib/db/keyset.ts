import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { HookyardError } from "@/lib/kernel/errors";
import { idTime, isId } from "@/lib/kernel/ids";
import type { Page } from "@/lib/wire/fields";
import type { Paging } from "@/lib/wire/list-query";

/** A position between rows in the order of their ids: next to this id, which is included or not. */
export type Position = { id: string; inclusive: boolean };

/** Rows to read: from a position (or from the start) in one direction. */
export type Slice = { from: Position | null; ascending: boolean; limit: number };

/** What a search found in a slice, and where it stopped looking before the slice was full; null if it looked at all. */
export type Searched<Row> = { rows: Row[]; stoppedAt: string | null };

/**
 * Reads one page of a list that is ordered by id. `read` gets a slice and returns its rows, in its order. It reads no
 * row beyond the page except one on either side, which makes `has_next_page` and `has_prev_page` exact. Walking back
 * gives the same pages, row for row. A foreign cursor is `invalid_cursor`.
 */
export async function readPage<Row extends { id: string }>(
  paging: Paging,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  return readSearchedPage(paging, async (slice) => ({ rows: await read(slice), stoppedAt: null }));
}

/**
 * The same of a search that may stop before its page is full: the page has fewer rows then, and the next one begins
 * behind the last row that was looked at, whose time is `searched_until`.
 */
export async function readSearchedPage<Row extends { id: string }>(
  paging: Paging,
  read: (slice: Slice) => Promise<Searched<Row>>,
): Promise<Page<Row>> {
  const { from, isBackwards, ascending } = readPlace(paging);
  const [{ rows: found, stoppedAt }, behind] = await Promise.all([
    read({ from, ascending, limit: paging.perPage + 1 }),
    from ? read({ from: { ...from, inclusive: !from.inclusive }, ascending: !ascending, limit: 1 }) : NOTHING,
  ]);
  const content = found.slice(0, paging.perPage);
  if (isBackwards) content.reverse();
  const [first, last] = [content[0], content.at(-1)];
  const ahead: End = {
    hasMore: found.length > paging.perPage || stoppedAt !== null,
    row: stoppedAt === null ? (isBackwards ? first : last) : { id: stoppedAt },
  };
  const back: End = {
    hasMore: behind.rows.length > 0 || behind.stoppedAt !== null,
    row: isBackwards ? last : first,
  };
  const [next, prev] = isBackwards ? [back, ahead] : [ahead, back];
  const searched = stoppedAt === null ? {} : { searched_until: idTime(stoppedAt).toISOString() };
  return { content, pagination: { ...toCursors(next, prev, from), per_page: paging.perPage, ...searched } };
}

function toCursors(next: End, prev: End, from: Position | null) {
  return {
    has_next_page: next.hasMore,
    has_prev_page: prev.hasMore,
    next_page_cursor: next.hasMore ? toCursor(next.row, from) : "",
    prev_page_cursor: prev.hasMore ? toCursor(prev.row, from) : "",
  };
}

/** One end of a page: whether there are rows beyond it, and the row beside which they begin. */
type End = { hasMore: boolean; row: { id: string } | undefined };

const NOTHING = { rows: [], stoppedAt: null };

/** The same page with other content, such as the presented rows. */
export function withContent<T>(page: Page<unknown>, content: T[]): Page<T> {
  return { content, pagination: page.pagination };
}

/** The condition that `column` is inside a slice. */
export function withinSlice(column: string, { from, ascending }: Slice): RawBuilder<boolean> {
  if (!from) return sql<boolean>`true`;
  const operator = sql.raw(`${ascending ? ">" : "<"}${from.inclusive ? "=" : ""}`);
  return sql<boolean>`${sql.ref(column)} ${operator} ${from.id}::uuid`;
}

export function sliceOrder({ ascending }: Slice): "asc" | "desc" {
  return ascending ? "asc" : "desc";
}

function readPlace(paging: Paging) {
  const from = readPosition(paging);
  const isBackwards = paging.direction === "prev" && from !== null;
  return { from, isBackwards, ascending: (paging.sort === "ASC") !== isBackwards };
}

function readPosition(paging: Paging): Position | null {
  const cursor = paging.direction === "prev" ? paging.prev_page_cursor : paging.next_page_cursor;
  return cursor === undefined ? null : decodeCursor(cursor);
}

/** If the rows of a page were deleted meanwhile, the next and the previous page begin at the position of this one. */
function toCursor(row: { id: string } | undefined, from: Position | null): string {
  if (row) return encodeCursor({ id: row.id, inclusive: false });
  return from ? encodeCursor({ id: from.id, inclusive: !from.inclusive }) : "";
}

const VERSION = 1;
const BODY_BYTES = 18;
const CHECK_BYTES = 6;

/** Version, inclusive or not, 16 bytes of id, and a checksum that rejects mistyped and invented cursors. */
function encodeCursor({ id, inclusive }: Position): string {
  const body = Buffer.from([VERSION, inclusive ? 1 : 0, ...Buffer.from(id.replaceAll("-", ""), "hex")]);
  return Buffer.concat([body, check(body)]).toString("base64url");
}

function decodeCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  const hex = body.subarray(2).toString("hex");
  const id = [0, 8, 12, 16, 20].map((start, i) => hex.slice(start, [8, 12, 16, 20, 32][i])).join("-");
  const isOurs =
    bytes.length === BODY_BYTES + CHECK_BYTES &&
    bytes.toString("base64url") === cursor &&
    body[0] === VERSION &&
    check(body).equals(bytes.subarray(BODY_BYTES)) &&
    isId(id);
  if (!isOurs) {
    throw new HookyardError("invalid_cursor", "This cursor is not one that a list gave. Start again without it.");
  }
  return { id, inclusive: body[1] === 1 };
}

function check(body: Buffer): Buffer {
  return createHash("sha256").update("hookyard cursor").update(body).digest().subarray(0, CHECK_BYTES);
}
