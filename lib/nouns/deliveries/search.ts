import { type Kysely, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { allOf, amongIds } from "@/lib/db/id-range";
import type { Searched, Slice } from "@/lib/db/keyset";
import { distinct } from "@/lib/kernel/distinct";
import { type DeliveryRow, readDeliveryRows } from "@/lib/nouns/deliveries/list-rows";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { readBounded, toSearchFilters } from "@/lib/nouns/events/search";
import type { Search } from "@/lib/nouns/events/search-conditions";

/** What one search may take, before it answers what it has found and where it stopped. */
const BUDGET_MS = 2_000;

/** How many deliveries are looked at first; then twice as many each time until the greatest number. */
const STEP = { first: 100, greatest: 1_600 };

/** What one statement reads of payloads: a fraction of a second also where each is searched ten times. */
const STATEMENT_BYTES = 2_000_000;

/**
 * Reads the deliveries whose events a search finds, slice by slice: along the list that the other filters leave, in
 * short statements, until the slice is full or the time is over.
 */
export function searchDeliveryRows(
  { db, projectId }: ProjectContext,
  query: ListEventDeliveries,
  budgetMs = BUDGET_MS,
): (slice: Slice) => Promise<Searched<DeliveryRow>> {
  const read = readDeliveryRows(db, projectId, query);
  return async ({ from, ascending, limit }) => {
    const endsAt = performance.now() + budgetMs;
    const found = new FoundEvents(db, projectId, query);
    const rows: DeliveryRow[] = [];
    let position = from;
    for (let step = STEP.first; ; step = Math.min(step * 2, STEP.greatest)) {
      const next = await read({ from: position, ascending, limit: step });
      await found.lookAt(
        next.map((row) => row.event_id),
        endsAt,
      );
      const looked = found.cutLooked(next);
      rows.push(...looked.filter((row) => found.has(row.event_id)));
      const last = looked.at(-1);
      if (rows.length >= limit || !last) return { rows: rows.slice(0, limit), stoppedAt: null };
      const isEnd = next.length < step && looked.length === next.length;
      if (isEnd) return { rows, stoppedAt: null };
      if (performance.now() >= endsAt) return { rows, stoppedAt: last.id };
      position = { id: last.id, inclusive: false };
    }
  };
}

/** The events that a search finds among those that it has looked at: each once, however many deliveries it has. */
class FoundEvents {
  readonly #looked = new Set<string>();
  readonly #found = new Set<string>();

  constructor(
    private readonly db: Kysely<DB>,
    private readonly projectId: string,
    private readonly search: Search,
  ) {}

  has(id: string): boolean {
    return this.#found.has(id);
  }

  /** Looks at events in the order given until the time is over, but at some in any case. */
  async lookAt(ids: readonly string[], endsAt: number): Promise<void> {
    const fresh = distinct(ids.filter((id) => !this.#looked.has(id)));
    if (fresh.length === 0) return;
    for (const portion of await this.#portions(fresh)) {
      const found = await readBounded(this.db, (trx) => this.#find(trx, portion));
      for (const { id } of found) this.#found.add(id);
      for (const id of portion) this.#looked.add(id);
      if (performance.now() >= endsAt) return;
    }
  }

  /** The rows before the first whose event was not looked at. */
  cutLooked(rows: readonly DeliveryRow[]): readonly DeliveryRow[] {
    const end = rows.findIndex(({ event_id }) => !this.#looked.has(event_id));
    return end === -1 ? rows : rows.slice(0, end);
  }

  async #find(trx: Kysely<DB>, ids: readonly string[]): Promise<{ id: string }[]> {
    const { rows } = await sql<{ id: string }>`
      select e.id from events e
      where e.project_id = ${this.projectId} and ${amongIds("e.id", ids)}
        and ${allOf(toSearchFilters(this.search))}`.execute(trx);
    return rows;
  }

  /** Splits events by the size of their payloads, which is known without reading them; a deleted one has none. */
  async #portions(ids: readonly string[]): Promise<string[][]> {
    const { rows } = await sql<{ id: string; bytes: number }>`
      select e.id, octet_length(e.payload) as bytes from events e
      where e.project_id = ${this.projectId} and ${amongIds("e.id", ids)}`.execute(this.db);
    const bytesOf = new Map(rows.map(({ id, bytes }) => [id, bytes]));
    const portions: string[][] = [];
    let left = 0;
    for (const id of ids) {
      const portion = portions.at(-1);
      left -= bytesOf.get(id) ?? 0;
      if (portion && left >= 0) portion.push(id);
      else {
        portions.push([id]);
        left = STATEMENT_BYTES - (bytesOf.get(id) ?? 0);
      }
    }
    return portions;
  }
}
