import type { ProjectContext } from "@/lib/db/context";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { invalidFields, notFound } from "@/lib/kernel/errors";
import type { Change } from "@/lib/nouns/event-types/changes/change";
import { findSchemaChanges } from "@/lib/nouns/event-types/changes/find-changes";
import { checkSchema, findContentChanges } from "@/lib/nouns/event-types/content";
import { getEventTypeRow } from "@/lib/nouns/event-types/queries";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { toVersion, toVersionSummary, type VersionRow } from "@/lib/nouns/event-types/version-presenters";
import type {
  CheckEventType,
  CompareEventTypeVersions,
  EventTypeComparison,
  EventTypeVersion,
  EventTypeVersionSummary,
  ListEventTypeVersions,
} from "@/lib/nouns/event-types/version-schemas";
import { parseExact } from "@/lib/wire/exact-json";
import type { Page } from "@/lib/wire/fields";

const SUMMARY = [
  "project_id",
  "event_type_id",
  "id",
  "number",
  "note",
  "changes",
  "saved_by",
  "saved_at",
] as const satisfies readonly (keyof VersionRow)[];

export async function listVersions(
  ctx: ProjectContext,
  eventTypeId: string,
  query: ListEventTypeVersions,
): Promise<Page<EventTypeVersionSummary>> {
  const { version } = await getEventTypeRow(ctx.db, ctx.projectId, eventTypeId);
  const page = await readPage(query, (slice) =>
    versionsOf(ctx, eventTypeId)
      .select(SUMMARY)
      .where(withinSlice("id", slice))
      .orderBy("id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(
    page,
    page.content.map((row) => toVersionSummary(row, version)),
  );
}

export async function getVersion(ctx: ProjectContext, eventTypeId: string, id: string): Promise<EventTypeVersion> {
  const { version } = await getEventTypeRow(ctx.db, ctx.projectId, eventTypeId);
  const row = await versionsOf(ctx, eventTypeId).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("version of this event type");
  return toVersion(row, version);
}

/** Compares two versions by their numbers. Throws `invalid_fields` for a number that is not kept. */
export async function compareVersions(
  ctx: ProjectContext,
  eventTypeId: string,
  query: CompareEventTypeVersions,
): Promise<EventTypeComparison> {
  const { version } = await getEventTypeRow(ctx.db, ctx.projectId, eventTypeId);
  const { to = version, from = Math.max(1, to - 1) } = query;
  const rows = await versionsOf(ctx, eventTypeId).selectAll().where("number", "in", [from, to]).execute();
  const find = (number: number) => rows.find((row) => row.number === number);
  const [before, after] = [find(from), find(to)];
  if (!before || !after) {
    const missing = Object.entries({ from, to }).filter(([, number]) => !find(number));
    throw invalidFields(missing.map(([path, number]) => ({ path, message: `There is no version ${number}.` })));
  }
  return toComparison({ from, to, changes: findContentChanges(before, after) });
}

/** Tells what a schema would change for receivers of the present one. Nothing is stored. */
export async function checkChange(
  ctx: ProjectContext,
  { name, json_schema }: CheckEventType,
): Promise<EventTypeComparison> {
  checkSchema({ json_schema });
  const row = await ctx.db
    .selectFrom("event_types")
    .select(["version", "json_schema"])
    .where("project_id", "=", ctx.projectId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return toComparison({ from: null, to: null, changes: [] });
  const present = row.json_schema === null ? null : (parseExact(row.json_schema) as SchemaObject);
  return toComparison({ from: row.version, to: null, changes: findSchemaChanges(present, json_schema) });
}

function toComparison(told: Omit<EventTypeComparison, "is_breaking" | "changes"> & { changes: Change[] }) {
  return { ...told, is_breaking: told.changes.some((change) => change.is_breaking) };
}

function versionsOf({ db, projectId }: ProjectContext, eventTypeId: string) {
  return db
    .selectFrom("event_type_versions")
    .where("project_id", "=", projectId)
    .where("event_type_id", "=", eventTypeId);
}
