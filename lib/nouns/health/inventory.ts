import type pg from "pg";
import { measure } from "@/lib/nouns/health/measure";

/** As many are counted one by one. */
const COUNTED = 10_000;
/** However many ask, a copy measures once in so long. */
const FRESH_MS = 5_000;

type Grouped = { readonly groups: readonly Record<string, string | number | null>[] };
type Waiting = { readonly state: string; readonly deliveries: number; readonly seconds: number | null };
type Outbox = { readonly waiting: number; readonly seconds: number | null };

/** How what the installation consists of stands. Null where it could not be counted within half a second. */
export type Inventory = {
  readonly waiting: readonly Waiting[] | null;
  readonly endpoints: Grouped["groups"] | null;
  readonly consumers: Grouped["groups"] | null;
  readonly incidents: Grouped["groups"] | null;
  readonly replays: Grouped["groups"] | null;
  readonly outbox: Outbox | null;
  readonly counts: Readonly<Record<"projects" | "sources" | "subscriptions" | "devices", number>> | null;
};

/** The first of what waits: its state, and since when the oldest of each is there or due. */
const WAITING = `
with first as (select delivery_id, due_at, lease, is_retry from delivery_queue limit ${COUNTED})
select coalesce(jsonb_agg(g), '[]') as groups from (
  select case when lease is not null and due_at > now() then 'leased' when due_at <= now() then 'due'
      when is_retry then 'retry' else 'later' end as state,
    count(*)::int as deliveries,
    max(extract(epoch from now() - to_timestamp(('x' || translate(left(delivery_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)))::int as seconds
  from first group by 1
) g`;

const grouped = (select: string) => `select coalesce(jsonb_agg(g), '[]') as groups from (${select}) g`;

const ENDPOINTS = grouped("select status, count(*)::int as amount from endpoints where deleted_at is null group by 1");
const CONSUMERS = grouped(`
  select s.type, c.state, c.lag_unit as unit, count(*)::int as amount, max(c.lag)::float8 as lag
  from source_consumers c join sources s on s.project_id = c.project_id and s.id = c.source_id
  where s.deleted_at is null group by 1, 2, 3`);
const INCIDENTS = grouped(`
  select case when acknowledged_at is null then 'open' else 'acknowledged' end as status, count(*)::int as amount
  from incidents where recovered_at is null group by 1`);
const REPLAYS = grouped(`
  select status, count(*)::int as amount from replays where status in ('Preparing', 'Ready', 'Running', 'Paused') group by 1`);
const OUTBOX = `
  select count(*)::int as waiting, max(extract(epoch from now() - created_at))::int as seconds
  from (select created_at from notifications where due_at is not null limit ${COUNTED}) first`;
const COUNTS = `
  select (select count(*)::int from projects where deleted_at is null) as projects,
    (select count(*)::int from sources where deleted_at is null) as sources,
    (select count(*)::int from subscriptions where deleted_at is null) as subscriptions,
    (select count(*)::int from devices where deleted_at is null) as devices`;

/** Counts, when somebody asks, what the metrics tell of the installation, and remembers it for a few seconds. */
export class InventoryReader {
  #last: { inventory: Inventory; until: number } | null = null;
  #reading: Promise<Inventory> | null = null;

  constructor(private readonly pool: pg.Pool) {}

  /** Throws where the database does not answer. */
  async read(): Promise<Inventory> {
    if (this.#last && performance.now() < this.#last.until) return this.#last.inventory;
    this.#reading ??= this.#measure().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #measure(): Promise<Inventory> {
    const client = await this.pool.connect();
    let broken = true;
    const group = async (text: string) => (await measure<Grouped>(client, text))?.groups ?? null;
    try {
      const inventory = {
        waiting: (await group(WAITING)) as readonly Waiting[] | null,
        endpoints: await group(ENDPOINTS),
        consumers: await group(CONSUMERS),
        incidents: await group(INCIDENTS),
        replays: await group(REPLAYS),
        outbox: await measure<Outbox>(client, OUTBOX),
        counts: await measure<NonNullable<Inventory["counts"]>>(client, COUNTS),
      };
      broken = false;
      this.#last = { inventory, until: performance.now() + FRESH_MS };
      return inventory;
    } finally {
      client.release(broken);
    }
  }
}
