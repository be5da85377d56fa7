import type pg from "pg";
import type { SecretBox } from "@/lib/secret-box";
import { loadSnapshot } from "@/lib/snapshots/load-snapshot";
import type { ProjectSnapshot, SourcePlan } from "@/lib/snapshots/snapshot";

/** A snapshot that nobody invalidated is read again after this long, in case a notification was lost. */
const MAX_AGE_MS = 30_000;

type SourceKey = { project_id: string; id: string };

export type FoundSource = { snapshot: ProjectSnapshot; source: SourcePlan };

type Entry = { loading: Promise<ProjectSnapshot | null>; value: ProjectSnapshot | null | undefined; loadedAt: number };

/**
 * The present snapshot of each project in use. Stale ones are noticed twice: by the notification that the
 * database sends with each change (`forget`), and by the version check inside the statement that records events.
 */
export class SnapshotCache {
  readonly #entries = new Map<string, Entry>();
  readonly #sourceOfMask = new Map<string, SourceKey>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly box: SecretBox,
  ) {}

  /** The snapshot if it is in memory, without waiting. */
  peek(projectId: string): ProjectSnapshot | undefined {
    const entry = this.#entries.get(projectId);
    return entry?.value && Date.now() - entry.loadedAt < MAX_AGE_MS ? entry.value : undefined;
  }

  /** The snapshot, read when needed; callers that come together share one reading. Null: no such project. */
  async get(projectId: string): Promise<ProjectSnapshot | null> {
    const entry = this.#entries.get(projectId);
    if (entry && (entry.value === undefined || Date.now() - entry.loadedAt < MAX_AGE_MS)) return entry.loading;
    return this.reload(projectId);
  }

  reload(projectId: string): Promise<ProjectSnapshot | null> {
    const entry: Entry = { loading: loadSnapshot(this.pool, this.box, projectId), value: undefined, loadedAt: 0 };
    this.#entries.set(projectId, entry);
    entry.loading.then(
      (value) => {
        entry.value = value;
        entry.loadedAt = Date.now();
        if (value === null) this.#drop(projectId, entry);
      },
      () => this.#drop(projectId, entry),
    );
    return entry.loading;
  }

  forget(projectId: string): void {
    this.#entries.delete(projectId);
  }

  /** For when notifications may have been missed. */
  forgetAll(): void {
    this.#entries.clear();
  }

  /** The source that an ingest address belongs to, with its project's snapshot, or null. */
  async findByMask(maskId: string): Promise<FoundSource | null> {
    const known = this.#sourceOfMask.get(maskId);
    const found = known && pick(await this.get(known.project_id), known);
    if (found) return found;
    // Not heard of before, or gone: the database knows.
    const { rows } = await this.pool.query<SourceKey>({
      name: "source_of_mask",
      text: "select project_id, id from sources where mask_id = $1 and deleted_at is null",
      values: [maskId],
    });
    const key = rows[0];
    if (!key) {
      this.#sourceOfMask.delete(maskId);
      return null;
    }
    this.#sourceOfMask.set(maskId, key);
    // Who made the source may use it at once, before its notification comes.
    return pick(await this.get(key.project_id), key) ?? pick(await this.reload(key.project_id), key);
  }

  #drop(projectId: string, entry: Entry): void {
    if (this.#entries.get(projectId) === entry) this.#entries.delete(projectId);
  }
}

function pick(snapshot: ProjectSnapshot | null, { id }: SourceKey): FoundSource | null {
  const source = snapshot?.sources.get(id);
  return snapshot && source ? { snapshot, source } : null;
}
