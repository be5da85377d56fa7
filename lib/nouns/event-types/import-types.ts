import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { invalidFields } from "@/lib/kernel/errors";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import { changeEventType, insertEventType, takeTurn } from "@/lib/nouns/event-types/mutations";
import { toEventType } from "@/lib/nouns/event-types/presenters";
import { type DescribedType, readOpenApi } from "@/lib/nouns/event-types/read-openapi";
import { CreateEventType, type ImportEventTypes, type ImportedEventTypes } from "@/lib/nouns/event-types/schemas";

type Result = ImportedEventTypes["results"][number];

/**
 * Imports the event types of an OpenAPI document by name, in one transaction: new ones are created, known ones updated,
 * and those that the document does not name stay unchanged. An invalid type is refused by itself. A dry run returns the
 * same and changes nothing.
 */
export async function importEventTypes(ctx: ProjectContext, input: ImportEventTypes): Promise<ImportedEventTypes> {
  const { types, errors } = readOpenApi(input);
  if (errors.length > 0) throw invalidFields(errors);
  const results = await ctx.db.transaction().execute(async (trx) => {
    await takeTurn(trx, ctx);
    const made: Result[] = [];
    for (const type of types) made.push(await importType(trx, ctx, type, input.dry_run === true));
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

async function importType(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  type: DescribedType,
  isDryRun: boolean,
): Promise<Result> {
  const { name, description, category, schema, isDeprecated } = type;
  const fields = { description, category, json_schema: schema };
  const wrong = findRefusal(name, fields);
  if (wrong) return { name, result: "refused", message: wrong, changes: [] };
  const row = await trx
    .selectFrom("event_types")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) {
    if (!isDryRun) {
      const { uid } = await insertEventType(trx, ctx, { name, ...fields });
      if (isDeprecated) await changeEventType(trx, ctx, uid, { is_deprecated: true });
    }
    return { name, result: "created", message: "", changes: [] };
  }
  const present = toEventType(row);
  const wanted = { ...fields, is_deprecated: isDeprecated };
  const changes = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => !isDeepStrictEqual(present[field], wanted[field]),
  );
  if (changes.length === 0) return { name, result: "unchanged", message: "", changes };
  if (!isDryRun) await changeEventType(trx, ctx, row.id, wanted);
  return { name, result: "updated", message: "", changes };
}

function findRefusal(name: string, fields: Omit<CreateEventType, "name">): string | null {
  const parsed = CreateEventType.safeParse({ name, ...fields });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "It is wrong.";
  const [error] = fields.json_schema ? findSchemaErrors(fields.json_schema, "schema") : [];
  return error ? `${error.path}: ${error.message}` : null;
}
