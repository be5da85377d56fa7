import { plainArray } from "@/lib/db/array-literal";
import { findAnywhere } from "@/lib/db/placement/find-anywhere";
import type { Pools } from "@/lib/db/placement/shards";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { timed } from "@/lib/metrics/meter";
import { loadCore, loadSnapshot } from "@/lib/snapshots/load-snapshot";
import type { ProjectCore, ProjectSnapshot, SourceConfig } from "@/lib/snapshots/snapshot";

/** How often a version is compared again, in case a notification was lost. */
const MAX_AGE_MS = 30_000;
/** From this age on it is compared together with another one that has to be. */
const MATURE_MS = MAX_AGE_MS / 2;
const COMPARED_AT_ONCE = 1_000;
/** The bound on subscriptions and endpoints in memory, over all projects; one project alone may exceed it. */
const MAX_CONFIGS = 500_000;

const SOURCE_OF_MASK = "select project_id, id from sources where mask_id = $1 and deleted_at is null";

const COMPARE_VERSIONS =
  "select id, config_version as version from projects where id = any($1::uuid[]) and deleted_at is null";

type Version = { id: string; version: number };
type SourceKey = { project_id: string; id: string };
export type FoundSource = { snapshot: ProjectCore; source: SourceConfig };
/** A move of a breaker: `status` is the endpoint's new status. */
export type BreakerMove = { readonly projectId: string; readonly endpointId: string; readonly status: EndpointStatus };

type Entry = {
  /** Undefined until it is known; null if the project does not exist. */
  value: ProjectSnapshot | null | undefined;
  loadedAt: number;
  usedAt: number;
  /** How many changes were announced, and how many of them the value includes. */
  changes: number;
  seen: number;
  loading: Promise<void> | null;
  /** Fires if the first reading turns out to be large. */
  large: Signal;
  /** While there is no value: the reading of the core, and how many changes it includes. */
  core: { seen: number; reading: Promise<ProjectCore | null> } | null;
  /** Moves of breakers during the reading. */
  moves: BreakerMove[];
};

/**
 * The present snapshot of each project in use. A stale one is noticed twice: by the notification that the database
 * sends with each change (`forget`), and by the version check inside the statement that records events. It is brought
 * up to date by the changes. If many projects are large, the most recently used ones are kept.
 */
export class SnapshotCache {
  readonly #entries = new Map<string, Entry>();
  readonly #sourceOfMask = new Map<string, SourceKey>();

  constructor(
    private readonly pools: Pools,
    private readonly box: SecretBox,
    private readonly maxConfigs = MAX_CONFIGS,
  ) {}

  /** Returns the snapshot, without waiting, if it is in memory and nothing newer was announced. */
  peek(projectId: string): ProjectSnapshot | undefined {
    const entry = this.#entries.get(projectId);
    if (!entry?.value || entry.seen !== entry.changes) return undefined;
    const now = Date.now();
    if (now - entry.loadedAt >= MAX_AGE_MS) return undefined;
    entry.usedAt = now;
    return entry.value;
  }

  /**
   * Returns the snapshot with every change announced before the call; concurrent callers share one reading. Null: no
   * such project.
   */
  async get(projectId: string): Promise<ProjectSnapshot | null> {
    const entry = this.#entryOf(projectId);
    const wanted = entry.changes;
    entry.usedAt = Date.now();
    while (entry.value === undefined || entry.seen < wanted || Date.now() - entry.loadedAt >= MAX_AGE_MS) {
      if (entry.loading === null) {
        const isOnlyOld = entry.value && entry.seen === entry.changes;
        if (isOnlyOld) this.#compareVersions(projectId, entry);
        else this.#keep([entry], this.#load(projectId, entry));
      }
      await entry.loading;
    }
    return entry.value;
  }

  /** Like `get`, but waits for no more than the core of a large project that is read for the first time. */
  async getCore(projectId: string): Promise<ProjectCore | null> {
    const entry = this.#entryOf(projectId);
    const whole = this.get(projectId);
    if (entry.value !== undefined) return whole;
    whole.catch(() => {});
    const first = await Promise.race([whole, entry.large.given]);
    if (first !== "given") return first;
    if (entry.core?.seen !== entry.changes) {
      entry.core = { seen: entry.changes, reading: loadCore(this.pools.of(projectId), this.box, projectId) };
    }
    return entry.core.reading;
  }

  /** Returns the snapshot with every change that was committed before this call. */
  reload(projectId: string): Promise<ProjectSnapshot | null> {
    this.#entryOf(projectId).changes += 1;
    return this.get(projectId);
  }

  /** Notes a change: the next caller gets a snapshot that includes it. */
  forget(projectId: string): void {
    const entry = this.#entries.get(projectId);
    if (entry) entry.changes += 1;
  }

  /** Called if notifications may have been missed. */
  forgetAll(): void {
    this.#entries.clear();
  }

  noteBreaker(move: BreakerMove): void {
    const entry = this.#entries.get(move.projectId);
    if (!entry) return;
    if (entry.loading) entry.moves.push(move);
    if (entry.value) entry.value = withStatus(entry.value, move);
  }

  /** Finds the source of an ingest address, with its project's snapshot; null if there is none. */
  async findByMask(maskId: string): Promise<FoundSource | null> {
    const known = this.#sourceOfMask.get(maskId);
    const found = known && pick(await this.getCore(known.project_id), known);
    if (found) return found;
    // The address is not known here, or gone: the database knows.
    const query = { name: "source_of_mask", text: SOURCE_OF_MASK, values: [maskId] };
    const key = await findAnywhere(this.pools.all, async (pool) => (await pool.query<SourceKey>(query)).rows[0]);
    if (!key) {
      this.#sourceOfMask.delete(maskId);
      return null;
    }
    this.#sourceOfMask.set(maskId, key);
    // A new source works at once, before its notification arrives.
    return pick(await this.getCore(key.project_id), key) ?? pick(await this.#reloadCore(key.project_id), key);
  }

  #reloadCore(projectId: string): Promise<ProjectCore | null> {
    this.#entryOf(projectId).changes += 1;
    return this.getCore(projectId);
  }

  #entryOf(projectId: string): Entry {
    const known = this.#entries.get(projectId);
    if (known) return known;
    const made = {
      value: undefined,
      loadedAt: 0,
      usedAt: 0,
      changes: 0,
      seen: 0,
      loading: null,
      large: newSignal(),
      core: null,
      moves: [],
    };
    this.#entries.set(projectId, made);
    return made;
  }

  /** Has whoever asks for one of these wait for this. */
  #keep(entries: readonly Entry[], loading: Promise<void>): void {
    const kept = loading.finally(() => {
      for (const entry of entries) entry.loading = null;
    });
    for (const entry of entries) entry.loading = kept;
  }

  /**
   * Compares the version of an old snapshot with the database, and those of the others of its shard that will be old soon:
   * many projects would be as many statements.
   */
  #compareVersions(projectId: string, entry: Entry): void {
    const pool = this.pools.of(projectId);
    const now = Date.now();
    const compared = new Map([[projectId, entry]]);
    for (const [id, other] of this.#entries) {
      if (compared.size === COMPARED_AT_ONCE) break;
      const isMature = other.value && other.seen === other.changes && now - other.loadedAt >= MATURE_MS;
      const isUsed = now - other.usedAt < MAX_AGE_MS;
      if (isMature && isUsed && other.loading === null && this.pools.of(id) === pool) compared.set(id, other);
    }
    const compare = async () => {
      const values = [plainArray([...compared.keys()])];
      const { rows } = await pool.query<Version>({ name: "compare_versions", text: COMPARE_VERSIONS, values });
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      for (const [id, one] of compared) {
        if (one.value?.version === versions.get(id)) one.loadedAt = now;
        else one.changes += 1;
      }
    };
    this.#keep([...compared.values()], compare());
  }

  async #load(projectId: string, entry: Entry): Promise<void> {
    const { changes } = entry;
    entry.moves = [];
    const known = entry.value ?? null;
    const read = () =>
      loadSnapshot(this.pools.of(projectId), this.box, projectId, { known, onLarge: entry.large.give });
    let value = await timed("hookyard_snapshot_seconds", null, read);
    for (const move of entry.moves) value = value && withStatus(value, move);
    entry.value = value;
    entry.core = null;
    entry.seen = changes;
    entry.loadedAt = Date.now();
    if (value === null) this.#entries.delete(projectId);
    if (known === null) this.#evict(projectId);
  }

  /** How many projects are in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /** Evicts the least recently used projects until the others fit. */
  #evict(loaded: string): void {
    const others = [...this.#entries].filter(([id, { value }]) => id !== loaded && value);
    let configs = sizeOf(this.#entries.get(loaded));
    others.sort(([, a], [, b]) => b.usedAt - a.usedAt);
    for (const [id, entry] of others) {
      configs += sizeOf(entry);
      if (configs > this.maxConfigs) this.#entries.delete(id);
    }
  }
}

type Signal = { readonly given: Promise<"given">; give(): void };

function newSignal(): Signal {
  let give = () => {};
  const given = new Promise<"given">((resolve) => {
    give = () => resolve("given");
  });
  return { given, give };
}

function sizeOf(entry: Entry | undefined): number {
  const value = entry?.value;
  return value ? value.endpoints.size + value.subscriptions.size + value.sources.size + value.devices.size : 0;
}

function withStatus(snapshot: ProjectSnapshot, { endpointId, status }: BreakerMove): ProjectSnapshot {
  const endpoint = snapshot.endpoints.get(endpointId);
  if (!endpoint || endpoint.status === status) return snapshot;
  const endpoints = snapshot.endpoints.clone();
  endpoints.set(endpointId, { ...endpoint, status });
  return { ...snapshot, endpoints };
}

function pick(snapshot: ProjectCore | null, { id }: SourceKey): FoundSource | null {
  const source = snapshot?.sources.get(id);
  return snapshot && source ? { snapshot, source } : null;
}
