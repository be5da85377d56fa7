import { plainArray, textArray } from "@/lib/db/array-literal";
import type { Database } from "@/lib/db/client";
import { type DatabaseOf, gather } from "@/lib/db/placement/shards";
import { RefusalAnnouncer } from "@/lib/intake/announce-refusals";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import { untraced } from "@/lib/tracing/tracing";

/** A request that a source refused: why, and who seems to have sent it, without its content. */
export type Refusal = {
  projectId: string;
  sourceId: string;
  status: number;
  /** The answer to the sender. */
  reason: string;
  /** Null if it was refused for another reason than its proof. */
  code: RefusalCode | null;
  method: string;
  /** `""` if it is not known. */
  address: string;
  headerNames: readonly string[];
  /** In bytes; null if the body was not read and did not announce its length. */
  bodySize: number | null;
};

type Noted = Refusal & { id: string; at: number; skipped: number };
type Waiting = { noted: Noted[]; skipped: number };

/** The channel that tells every copy which projects refused requests. */
export const REFUSAL_CHANNEL = "hookyard_refusals";
/** How many refusals of a source can be read. */
export const KEPT_REFUSALS = 100;
/** How often a copy writes at most, and how many refusals at once: of one source, and of how many sources. */
const WRITE_EVERY_MS = 1_000;
const MAX_OF_SOURCE = 5;
const MAX_SOURCES = 200;
const MAX_HEADER_NAMES = 60;
const MAX_HEADER_NAME_LENGTH = 100;

/**
 * The refused requests of each source, the newest hundred. `note` only writes to memory; a copy writes to the database
 * at most once a second, five refusals per source, and the number of the others. So a flood of bad requests costs the
 * database a few small statements a second, and a good request nothing. A refusal that cannot be written is dropped:
 * nobody waits for it.
 */
export class RefusalLog {
  readonly #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #wroteAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  readonly #announcer = new RefusalAnnouncer();

  constructor(
    private readonly dbOf: DatabaseOf,
    private readonly log: Logger,
  ) {}

  note(refusal: Refusal): void {
    if (this.#closed) return;
    let waiting = this.#waiting.get(refusal.sourceId);
    if (!waiting) {
      if (this.#waiting.size >= MAX_SOURCES) return;
      waiting = { noted: [], skipped: 0 };
      this.#waiting.set(refusal.sourceId, waiting);
    }
    if (waiting.noted.length >= MAX_OF_SOURCE) waiting.skipped += 1;
    else
      waiting.noted.push({
        ...refusal,
        headerNames: toKept(refusal.headerNames),
        id: newId(),
        at: Date.now(),
        skipped: 0,
      });
    // It writes the refusals of many requests.
    this.#timer ??= untraced(() => {
      const afterMs = Math.max(0, this.#wroteAt + WRITE_EVERY_MS - performance.now());
      return setTimeout(() => void this.write(), afterMs).unref();
    });
  }

  /** Writes the refusals noted so far. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.write();
  }

  async #writeWaiting(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const rows = [...this.#waiting.values()].flatMap(withSkipped);
    this.#waiting.clear();
    this.#wroteAt = performance.now();
    const byShard = gather(rows, ({ projectId }) => this.dbOf(projectId));
    await Promise.all([...byShard].map(([db, of]) => this.#writeTo(db, of)));
  }

  async #writeTo(db: Database, rows: readonly Noted[]): Promise<void> {
    const { pool } = db;
    try {
      await pool.query({ name: "insert_refusals", text: INSERT, values: valuesOf(rows) });
      const sources = new Map(rows.map((row) => [row.sourceId, row.projectId]));
      const values = [plainArray([...sources.values()]), plainArray([...sources.keys()]), KEPT_REFUSALS];
      await pool.query({ name: "trim_refusals", text: TRIM, values });
      const projects = [...new Set(sources.values())].join(",");
      await pool.query({ name: "tell_refusals", text: TELL, values: [projects] });
      await this.#announcer.announce(db, rows);
    } catch (error) {
      this.log.warn({ err: error, count: rows.length }, "refused requests could not be written down");
    }
  }
}

/** The last refusal of a source carries the number of those that are not kept. */
function withSkipped({ noted, skipped }: Waiting): Noted[] {
  return noted.map((one, at) => (at === noted.length - 1 ? { ...one, skipped } : one));
}

function toKept(names: readonly string[]): string[] {
  return names.slice(0, MAX_HEADER_NAMES).map((name) => name.slice(0, MAX_HEADER_NAME_LENGTH));
}

const INSERT = `
insert into source_refusals (project_id, source_id, id, at, status, reason, method, address, header_names, body_size, skipped,
  code)
select r.project_id, r.source_id, r.id, to_timestamp(r.at), r.status, r.reason, r.method, r.address, r.header_names::text[], r.body_size,
  r.skipped, r.code
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[],
  $11::int[], $12::text[]) as r(project_id, source_id, id, at, status, reason, method, address, header_names, body_size, skipped, code)`;

const TELL = `select pg_notify('${REFUSAL_CHANNEL}', $1)`;

const TRIM = `
delete from source_refusals r
using unnest($1::uuid[], $2::uuid[]) as s(project_id, source_id)
where r.project_id = s.project_id and r.source_id = s.source_id and r.id < (
  select id from source_refusals where project_id = s.project_id and source_id = s.source_id order by id desc offset $3 - 1 limit 1
)`;

function valuesOf(rows: readonly Noted[]): unknown[] {
  return [
    plainArray(rows.map((row) => row.projectId)),
    plainArray(rows.map((row) => row.sourceId)),
    plainArray(rows.map((row) => row.id)),
    plainArray(rows.map((row) => row.at / 1_000)),
    plainArray(rows.map((row) => row.status)),
    textArray(rows.map((row) => row.reason)),
    textArray(rows.map((row) => row.method)),
    textArray(rows.map((row) => row.address)),
    textArray(rows.map((row) => textArray(row.headerNames))),
    plainArray(rows.map((row) => row.bodySize)),
    plainArray(rows.map((row) => row.skipped)),
    plainArray(rows.map((row) => row.code)),
  ];
}
