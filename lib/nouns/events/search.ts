import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { containsTextIn } from "@/lib/db/text-match";
import { HookyardError, invalidFields } from "@/lib/kernel/errors";
import type { Role } from "@/lib/kernel/vocabulary";
import {
  type BodyCondition,
  type BodyOperator,
  type HeaderCondition,
  readBodyCondition,
  readHeaderCondition,
  readWords,
  type Search,
} from "@/lib/nouns/events/search-conditions";
import { stringifyExact } from "@/lib/wire/exact-json";
import { isCredential } from "@/lib/wire/redact-traffic";

/**
 * Payloads have no index, on purpose: it would cost every accepted event more than its insert. So a search reads the
 * events that the other filters leave, from the end of the list on, until the page is full. It is bounded twice: one
 * reading may take five seconds, after which the caller is asked to narrow the range, and few searches run at a time.
 */
const SEARCH_MS = 5_000;
const MAX_RUNNING = 4;

let running = 0;

/** The conditions of a search on the events `e`, the cheap ones first. */
export function toSearchFilters({ q, body, header }: Search): RawBuilder<boolean>[] {
  const words = q === undefined ? [] : readWords(q);
  const conditions = body.map(readBodyCondition).filter((condition) => condition !== null);
  const headers = header.map(readHeaderCondition).filter((condition) => condition !== null);
  return [
    ...headers.map(hasHeader),
    ...words.map((word) => containsTextIn(sql`payload_text(e.payload)`, word)),
    ...conditions.map(toCondition),
  ];
}

/** Names are compared in any case, values exactly: nothing tells how near a guess at one is. */
function hasHeader({ name, value }: HeaderCondition): RawBuilder<boolean> {
  const isMeant = value === null ? sql<boolean>`true` : sql<boolean>`h.value = ${value}`;
  return sql<boolean>`exists (
    select from json_each_text(e.headers) h where lower(h.key) = ${name} and ${isMeant})`;
}

/** Throws `invalid_fields` if a viewer asks for the value of a header that is hidden from viewers. */
export function refuseHiddenHeaders({ header }: Search, role: Role): void {
  if (role !== "viewer") return;
  const hidden = header.map(readHeaderCondition).find((one) => one?.value != null && isCredential(one.name));
  if (!hidden) return;
  const message = `The role viewer is not shown the value of ${hidden.name}. Ask for the name alone.`;
  throw invalidFields([{ path: "header", message }]);
}

/**
 * Runs a search within its bounds. Throws `rate_limited` if too many run already, and `invalid_fields` if a reading
 * takes too long.
 */
export async function withinSearch<T>(query: Search, search: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    throw new HookyardError("rate_limited", "Too many searches run at the moment. Try again shortly.", {
      retryAfter: 2,
    });
  }
  running += 1;
  try {
    return await search();
  } catch (error) {
    if ((error as { code?: string }).code !== "57014") throw error;
    const message = `Searching took longer than ${SEARCH_MS / 1000} seconds. Narrow it: by startDate and endDate, event type, source or endpoint.`;
    throw invalidFields([{ path: nameSearched(query), message }]);
  } finally {
    running -= 1;
  }
}

function nameSearched({ q, body }: Search): keyof Search {
  if (q !== undefined) return "q";
  return body.length > 0 ? "body" : "header";
}

/** Runs one reading of a search: newest or oldest first by the key, so that it can stop when the page is full. */
export function readBounded<T>(db: Kysely<DB>, read: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(SEARCH_MS)}, true), set_config('enable_sort', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`.execute(
      trx,
    );
    return read(trx);
  });
}

function toCondition(condition: BodyCondition): RawBuilder<boolean> {
  const { operator, value } = condition;
  const path = `$${condition.path.map((part) => `.${JSON.stringify(part)}`).join("")}`;
  if (operator === "exist") return value === true ? exists(path) : sql<boolean>`${exists(path)} is not true`;
  const passes = exists(`${path} ? (${TESTS[operator](condition)})`, condition);
  return operator === "neq" ? sql<boolean>`(${exists(path)} and not ${passes})` : passes;
}

function exists(path: string, { value, text }: { value?: unknown; text?: string } = {}): RawBuilder<boolean> {
  const variables = stringifyExact({ value: value ?? null, text: text ?? "" });
  return sql<boolean>`jsonb_path_exists(payload_json(e.payload), ${path}::jsonpath, ${variables}::jsonb, true)`;
}

type Test = (condition: BodyCondition) => string;

const equals: Test = ({ value, isQuoted }) =>
  isQuoted || typeof value === "string" ? "@ == $text" : "@ == $value || @ == $text";

/** Filters of a JSON path (PostgreSQL 9.16.2), whose lax mode matches any element of an array. */
const TESTS: Readonly<Record<Exclude<BodyOperator, "exist">, Test>> = {
  eq: equals,
  neq: equals,
  gt: () => "@ > $value",
  gte: () => "@ >= $value",
  lt: () => "@ < $value",
  lte: () => "@ <= $value",
  contains: ({ text }) => `@ like_regex ${JSON.stringify(text)} flag "qi"`,
  startsWith: () => "@ starts with $text",
  endsWith: ({ text }) => `@ like_regex ${JSON.stringify(`${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`)}`,
};
