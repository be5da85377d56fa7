import type { Selectable } from "kysely";
import type pg from "pg";
import type { Projects } from "@/lib/db/generated";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { readProjectSettings } from "@/lib/nouns/project-settings/stored-settings";
import { type ConfigKind, FIRST_ID, PAGE_ROWS, readRows, readStandIns } from "@/lib/snapshots/read-rows";
import type { ProjectCore, ProjectSnapshot } from "@/lib/snapshots/snapshot";
import { type ProjectHead, SnapshotDraft } from "@/lib/snapshots/snapshot-draft";

type Reading = {
  readonly client: pg.ClientBase;
  readonly box: SecretBox;
  readonly projectId: string;
  /** Called if there is more than a page of something. */
  readonly onLarge: () => void;
};
type Changes = ReadonlyMap<ConfigKind, readonly string[]>;

const CORE: readonly ConfigKind[] = ["source", "event_type"];
/** In the order in which rows are added: what lists and configs depend on comes first. */
const KINDS: readonly ConfigKind[] = [...CORE, "endpoint", "subscription", "device"];

/** If more rows changed than this, the whole configuration is read. */
const MAX_CHANGES = 5_000;

/**
 * Reads a project's configuration as of one instant: the changes since the known snapshot, or the whole. Null if the
 * project does not exist. `onLarge` is called if the reading takes more than a moment, because there are thousands of
 * rows.
 */
export async function loadSnapshot(
  pool: pg.Pool,
  box: SecretBox,
  projectId: string,
  { known, onLarge }: { known: ProjectSnapshot | null; onLarge: () => void },
): Promise<ProjectSnapshot | null> {
  return atOneInstant(pool, (client) => read({ client, box, projectId, onLarge }, known));
}

/** Reads like `loadSnapshot`, but only what is needed before an event is routed. */
export async function loadCore(pool: pg.Pool, box: SecretBox, projectId: string): Promise<ProjectCore | null> {
  return atOneInstant(pool, async (client) => {
    const reading = { client, box, projectId, onLarge: () => {} };
    const head = await readHead(reading);
    return head && toCore(await readKinds(reading, head, CORE));
  });
}

/** Omits the fields that would make it pass for a whole snapshot. */
function toCore(snapshot: ProjectSnapshot): ProjectCore {
  const { id, type, isArchived, version, settings, sending, retry, sources, eventTypes, validators } = snapshot;
  return { id, type, isArchived, version, settings, sending, retry, sources, eventTypes, validators };
}

async function atOneInstant<T>(pool: pg.Pool, read: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("begin isolation level repeatable read read only");
    const result = await read(client);
    await client.query("commit");
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

async function read(reading: Reading, known: ProjectSnapshot | null): Promise<ProjectSnapshot | null> {
  if (known) {
    const version = await readVersion(reading);
    if (version === null || version === known.version) return version === null ? null : known;
    const changes = await readChanges(reading, known.version);
    if (changes) return readChanged(reading, { known, version, changes });
  }
  const head = await readHead(reading);
  return head && readKinds(reading, head, KINDS);
}

async function readVersion({ client, projectId }: Reading): Promise<number | null> {
  const text = "select config_version as version from projects where id = $1 and deleted_at is null";
  const { rows } = await client.query<{ version: number }>({ name: "read_config_version", text, values: [projectId] });
  return rows[0]?.version ?? null;
}

async function readHead({ client, box, projectId }: Reading): Promise<ProjectHead | null> {
  const text = "select type, settings, config_version, archived_at from projects where id = $1 and deleted_at is null";
  const { rows } = await client.query<Selectable<Projects>>(text, [projectId]);
  const [project] = rows;
  return project
    ? {
        id: projectId,
        type: project.type,
        isArchived: project.archived_at !== null,
        version: project.config_version,
        settings: readProjectSettings(project.settings, box),
      }
    : null;
}

/** The rows that changed since a version; null if that is no longer known, is too much, or concerns everything. */
async function readChanges({ client, projectId }: Reading, version: number): Promise<Changes | null> {
  const { rows } = await client.query<{ version: number; kind: ConfigKind | "project"; row_id: string }>({
    name: "read_config_changes",
    text: `select version, kind, row_id from config_changes where project_id = $1 and version > $2
order by version limit ${MAX_CHANGES + 1}`,
    values: [projectId, version],
  });
  if (rows[0]?.version !== version + 1 || rows.length > MAX_CHANGES) return null;
  const changes = new Map<ConfigKind, string[]>();
  for (const { kind, row_id } of rows) {
    // Every config contains the project's settings.
    if (kind === "project") return null;
    const ids = changes.get(kind);
    if (ids) ids.push(row_id);
    else changes.set(kind, [row_id]);
  }
  return changes;
}

async function readChanged(
  { client, box, projectId }: Reading,
  { known, version, changes }: { known: ProjectSnapshot; version: number; changes: Changes },
): Promise<ProjectSnapshot> {
  const draft = SnapshotDraft.of(known, box);
  for (const [kind, ids] of changes) for (const id of ids) draft.drop(kind, id);
  for (const kind of KINDS) {
    const ids = changes.get(kind);
    if (ids) draft.put(kind, await readRows(client, kind, projectId, { ids }));
  }
  const endpoints = changes.get("endpoint");
  if (endpoints && known.devices.size > 0) draft.put("device", await readStandIns(client, projectId, endpoints));
  return draft.finish(version);
}

/** Page by page: other work of this process gets its turn in between. */
async function readKinds(reading: Reading, head: ProjectHead, kinds: readonly ConfigKind[]): Promise<ProjectSnapshot> {
  const draft = SnapshotDraft.ofNothing(head, reading.box);
  for (const kind of kinds) {
    let after: string | null = FIRST_ID;
    while (after !== null) after = await putPage(draft, reading, { kind, after });
  }
  return draft.finish(head.version);
}

/** Returns where the next page begins; null after the last. */
async function putPage<K extends ConfigKind>(
  draft: SnapshotDraft,
  { client, projectId, onLarge }: Reading,
  { kind, after }: { kind: K; after: string },
): Promise<string | null> {
  const rows = await readRows(client, kind, projectId, { after });
  draft.put(kind, rows);
  if (rows.length < PAGE_ROWS) return null;
  onLarge();
  return rows.at(-1)?.id ?? null;
}
