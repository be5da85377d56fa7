import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import type { Envelope } from "@/lib/kernel/vocabulary";
import { ADDRESS } from "@/lib/nouns/catalogues/schemas";
import type { Change } from "@/lib/nouns/event-types/changes/change";
import { toChanges } from "@/lib/nouns/event-types/version-presenters";
import { EventType } from "@/lib/wire/fields";

/** What everybody may see of a project: its catalogue, and the event types that are marked as public. */
export type PublicCatalogue = {
  readonly projectId: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  /** What surrounds the payload in the body of a delivery. */
  readonly envelope: Envelope;
};

export type PublicType = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly isDeprecated: boolean;
  readonly version: number;
  /** When it became what it is; null if that was before versions were kept. */
  readonly changedAt: Date | null;
};

/** With its JSON as text. */
export type PublicContent = PublicType & {
  readonly since: number;
  readonly example: string | null;
  readonly schema: string | null;
};

export type PublicVersion = {
  readonly number: number;
  readonly note: string;
  readonly savedAt: Date | null;
  /** Against the version before; null of the first one that is public. */
  readonly changes: readonly Change[] | null;
};

const MAX_SHOWN_VERSIONS = 20;
const UNTITLED = "Event catalogue";

/** Finds a catalogue that is switched on; whatever is asked for may be no address. */
export async function findPublicCatalogue(db: Kysely<DB>, address: string): Promise<PublicCatalogue | null> {
  if (!ADDRESS.test(address)) return null;
  const row = await db
    .selectFrom("catalogues as c")
    .innerJoin("projects as p", "p.id", "c.project_id")
    .select(["c.project_id", "c.address", "c.title", "c.description", "c.is_indexed"])
    .select(sql<Envelope>`coalesce(p.settings->'delivery'->>'envelope', 'none')`.as("envelope"))
    .where("c.address", "=", address)
    .where("c.is_enabled", "=", true)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { project_id: projectId, description, is_indexed: isIndexed, envelope } = row;
  return { projectId, address: row.address, title: row.title || UNTITLED, description, isIndexed, envelope };
}

/** Lists the public event types by name, without what may be large of them. */
export async function listPublicTypes(db: Kysely<DB>, projectId: string): Promise<PublicType[]> {
  const rows = await publicTypes(db, projectId).orderBy("t.name").execute();
  return rows.map(toPublicType);
}

/** How many characters the schemas and examples of the public types have. */
export async function measurePublicTypes(db: Kysely<DB>, projectId: string): Promise<number> {
  const { characters } = await db
    .selectFrom("event_types")
    .select(sql<number>`coalesce(sum(length(json_schema) + coalesce(length(example), 0)), 0)::int8`.as("characters"))
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .where("public_since", "is not", null)
    .executeTakeFirstOrThrow();
  return characters;
}

/** The public event types with their schemas and examples: all of them, or the one of this name. */
export async function readPublicTypes(db: Kysely<DB>, projectId: string, name?: string): Promise<PublicContent[]> {
  if (name !== undefined && !EventType.safeParse(name).success) return [];
  const rows = await publicTypes(db, projectId)
    .select(["t.public_since", "t.example", "t.json_schema"])
    .$if(name !== undefined, (query) => query.where("t.name", "=", name as string))
    .orderBy("t.name")
    .execute();
  return rows.map((row) => ({
    ...toPublicType(row),
    since: row.public_since ?? row.version,
    example: row.example,
    schema: row.json_schema,
  }));
}

/** The latest versions of a public type, the newest first; of those before it became public nothing is told. */
export async function listPublicVersions(
  db: Kysely<DB>,
  projectId: string,
  { id, since }: Pick<PublicContent, "id" | "since">,
): Promise<PublicVersion[]> {
  const rows = await db
    .selectFrom("event_type_versions")
    .select(["number", "note", "saved_at", "changes"])
    .where("project_id", "=", projectId)
    .where("event_type_id", "=", id)
    .where("number", ">=", since)
    .orderBy("number", "desc")
    .limit(MAX_SHOWN_VERSIONS)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    note: row.number === since ? "" : row.note,
    savedAt: row.saved_at,
    changes: row.number === since ? null : toChanges(row),
  }));
}

function publicTypes(db: Kysely<DB>, projectId: string) {
  return db
    .selectFrom("event_types as t")
    .leftJoin("event_type_versions as v", (join) =>
      join
        .onRef("v.project_id", "=", "t.project_id")
        .onRef("v.event_type_id", "=", "t.id")
        .onRef("v.number", "=", "t.version"),
    )
    .select(["t.id", "t.name", "t.description", "t.category", "t.deprecated_at", "t.version", "v.saved_at"])
    .where("t.project_id", "=", projectId)
    .where("t.deleted_at", "is", null)
    .where("t.public_since", "is not", null);
}

type TypeRow = {
  id: string;
  name: string;
  description: string;
  category: string;
  deprecated_at: Date | null;
  version: number;
  saved_at: Date | null;
};

function toPublicType({ id, name, description, category, version, ...row }: TypeRow): PublicType {
  return {
    id,
    name,
    description,
    category,
    version,
    isDeprecated: row.deprecated_at !== null,
    changedAt: row.saved_at,
  };
}
