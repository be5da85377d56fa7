import type { Selectable, Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, EventTypes } from "@/lib/db/generated";
import { jsonEqual } from "@/lib/filter/json-equal";
import { invalidFields } from "@/lib/kernel/errors";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import { changeContent, findContentChanges, findExampleErrors } from "@/lib/nouns/event-types/content";
import { changeEventType, insertEventType, takeTurn } from "@/lib/nouns/event-types/mutations";
import { toEventType } from "@/lib/nouns/event-types/presenters";
import { type DescribedType, readOpenApi } from "@/lib/nouns/event-types/read-openapi";
import {
  CreateEventType,
  type ImportEventTypes,
  type ImportedEventTypes,
  type UpdateEventType,
} from "@/lib/nouns/event-types/schemas";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

type Result = ImportedEventTypes["results"][number];

/**
 * Imports the event types of an OpenAPI document by name, in one transaction: new ones are created, known ones updated,
 * and those that the document does not name stay unchanged. A type that is invalid, or would break receivers unless that
 * is accepted, is refused by itself. A dry run returns the
 * same and changes nothing.
 */
export async function importEventTypes(ctx: ProjectContext, input: ImportEventTypes): Promise<ImportedEventTypes> {
  const { types, errors } = readOpenApi(input);
  if (errors.length > 0) throw invalidFields(errors);
  const results = await ctx.db.transaction().execute(async (trx) => {
    await takeTurn(trx, ctx);
    const made: Result[] = [];
    for (const type of types) made.push(await importType(trx, ctx, type, input));
    return made;
  });
  const count = (result: Result["result"]) => results.filter((one) => one.result === result).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    results,
  };
}

type Importing = Pick<ImportEventTypes, "dry_run" | "accept_breaking_changes">;

async function importType(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  type: DescribedType,
  importing: Importing,
): Promise<Result> {
  const { name, description, category, schema } = type;
  const wrong = findRefusal(name, { description, category, json_schema: schema });
  if (wrong) return toResult(name, "refused", { message: wrong });
  const row = await trx
    .selectFrom("event_types")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const { example, message } = chooseExample(type, row?.example ?? null);
  const fields = { description, category, json_schema: schema, example };
  if (row)
    return importOver(trx, ctx, { row, fields: { ...fields, is_deprecated: type.isDeprecated }, message, importing });
  if (importing.dry_run !== true) {
    const { uid } = await insertEventType(trx, ctx, { name, ...fields });
    if (type.isDeprecated) await changeEventType(trx, ctx, uid, { is_deprecated: true });
  }
  return toResult(name, "created", { message });
}

type Known = {
  row: Selectable<EventTypes>;
  fields: Required<Pick<UpdateEventType, "description" | "category" | "json_schema" | "is_deprecated">> & {
    example: unknown;
  };
  message: string;
  importing: Importing;
};

async function importOver(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  { row, fields, message, importing }: Known,
): Promise<Result> {
  const { name } = row;
  const present = toEventType(row);
  const changes = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (field) => !jsonEqual(present[field], fields[field]),
  );
  if (changes.length === 0) return toResult(name, "unchanged", { message });
  const breaking_changes = findContentChanges(row, changeContent(row, fields))
    .filter((change) => change.is_breaking)
    .map((change) => change.message);
  const { dry_run, accept_breaking_changes } = importing;
  if (breaking_changes.length > 0 && accept_breaking_changes !== true) {
    return toResult(name, "refused", { message: WOULD_BREAK, changes, breaking_changes });
  }
  if (dry_run !== true) await changeEventType(trx, ctx, row.id, { ...fields, accept_breaking_changes: true });
  return toResult(name, "updated", { message, changes, breaking_changes });
}

const WOULD_BREAK = "It would break receivers. Send accept_breaking_changes: true to import it all the same.";

function toResult(name: string, result: Result["result"], more: Partial<Result>): Result {
  return { name, result, message: "", changes: [], breaking_changes: [], ...more };
}

/** The document's example, or else the present one, if it matches the schema. */
function chooseExample(
  { example, schema }: DescribedType,
  present: string | null,
): { example: unknown; message: string } {
  const text = example === null ? present : stringifyExact(example);
  const json_schema = schema === null ? null : stringifyExact(schema);
  const [wrong] = findExampleErrors({ example: text, json_schema });
  if (wrong) return { example: null, message: `Its example is left out: ${wrong.path}: ${wrong.message}` };
  return { example: text === null ? null : parseExact(text), message: "" };
}

function findRefusal(name: string, fields: Omit<CreateEventType, "name">): string | null {
  const parsed = CreateEventType.safeParse({ name, ...fields });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "It is wrong.";
  const [error] = fields.json_schema ? findSchemaErrors(fields.json_schema, "schema") : [];
  return error ? `${error.path}: ${error.message}` : null;
}
