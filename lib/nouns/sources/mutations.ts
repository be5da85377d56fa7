import { randomBytes } from "node:crypto";
import type { Selectable, Transaction, Updateable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Sources } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type AnnouncedType, announce } from "@/lib/nouns/announcements/announce";
import { keepFunctionVersion } from "@/lib/nouns/function-versions/mutations";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { findSourceTypeError } from "@/lib/nouns/sources/availability";
import { type DecidedFields, decideSourceFields } from "@/lib/nouns/sources/decide-fields";
import { toSource } from "@/lib/nouns/sources/presenters";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import type { CreateSource, Source, UpdateSource, Verifier } from "@/lib/nouns/sources/schemas";
import { endsPrevious, NO_PREVIOUS } from "@/lib/nouns/sources/secrets";
import { CONSUMED_TYPES, type ConsumedType, isConsumed } from "@/lib/nouns/sources/settings";
import { untilHandshake } from "@/lib/nouns/sources/stored-handshakes";

export async function createSource(ctx: ProjectContext, input: CreateSource): Promise<Source> {
  return ctx.db.transaction().execute((trx) => insertSource(ctx, trx, input));
}

/** Checks a source and writes it. Throws its wrong fields before anything is written. */
export async function insertSource(ctx: ProjectContext, trx: Transaction<DB>, input: CreateSource): Promise<Source> {
  const project = await getProjectRow(trx, ctx.projectId);
  const typeError = findSourceTypeError(input.type, project.type);
  const { type, ...given } = input;
  const decided = decideSourceFields(ctx, given, {
    type,
    provider: null,
    verifier: null,
    settings: null,
    isNew: true,
  });
  const taken = await findTakenReference(trx, input, { table: "sources", projectId: ctx.projectId, id: null });
  const errors = [...(typeError ? [typeError] : []), ...decided.errors, ...taken];
  if (errors.length > 0) throw invalidFields(errors);
  const now = ctx.clock.now();
  const id = newId();
  const row = await trx
    .insertInto("sources")
    .values({
      ...toColumns(ctx, given, decided),
      ...(await keepFunctions(trx, ctx, { ...NO_FUNCTIONS, id }, given)),
      handshake_until: untilHandshake(ctx, input.provider ?? null, decided.verifier),
      project_id: ctx.projectId,
      id,
      mask_id: randomBytes(24).toString("base64url"),
      name: input.name,
      type,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const source = toSource(row, ctx);
  await announce(trx, ctx, { type: "source.created", data: source });
  return source;
}

/** Replaces the given fields. Another secret, type of verifier or provider ends the secret before. */
export async function updateSource(ctx: ProjectContext, id: string, input: UpdateSource): Promise<Source> {
  return changeSource(ctx, id, "source.updated", async (row, trx) => {
    const verifier = row.verifier ? (JSON.parse(ctx.box.open(row.verifier)) as Verifier) : null;
    const { errors, ...decided } = decideSourceFields(ctx, input, {
      type: row.type,
      provider: row.provider,
      verifier,
      settings: readSettings(ctx, row),
      isNew: false,
    });
    errors.push(...(await findTakenReference(trx, input, { table: "sources", projectId: ctx.projectId, id })));
    if (errors.length > 0) throw invalidFields(errors);
    const changesProvider = input.provider !== undefined && input.provider !== row.provider;
    const isEnded = endsPrevious(verifier, decided.verifier, changesProvider);
    // Nobody but the provider before has handed over what was taken.
    const handshakes = changesProvider && {
      handshakes: null,
      handshake_until: untilHandshake(ctx, input.provider ?? null, decided.verifier),
    };
    return { ...toColumns(ctx, input, decided), ...(isEnded && NO_PREVIOUS), ...handshakes };
  });
}

/** Changes a source under a lock: `decide` sees it and says what to set. Tells of it in the same transaction. */
export async function changeSource(
  ctx: ProjectContext,
  id: string,
  type: AnnouncedType,
  decide: (row: Selectable<Sources>, trx: Transaction<DB>) => Promise<Updateable<Sources>>,
): Promise<Source> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getSourceRow(within(trx, ctx), id, { lock: true });
    const change = await decide(row, trx);
    const versions = await keepFunctions(trx, ctx, row, change);
    const changed = await trx
      .updateTable("sources")
      .set({ ...change, ...versions, updated_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const source = toSource(changed, ctx);
    await announce(trx, ctx, { type, data: source, before: toSource(row, ctx) });
    return source;
  });
}

type FunctionColumns = Pick<
  Selectable<Sources>,
  "id" | "body_function" | "body_function_version_id" | "header_function" | "header_function_version_id"
>;

const NO_FUNCTIONS = {
  body_function: null,
  body_function_version_id: null,
  header_function: null,
  header_function_version_id: null,
};

/** Keeps the versions of changed functions, and returns the columns that name the current ones. */
async function keepFunctions(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  row: FunctionColumns,
  change: Pick<Updateable<Sources>, "body_function" | "header_function">,
) {
  const keep = (field: "body_function" | "header_function") =>
    keepFunctionVersion(trx, ctx, {
      ownerId: row.id,
      field,
      present: { code: row[field], versionId: row[`${field}_version_id`] },
      code: change[field],
    });
  return {
    body_function_version_id: await keep("body_function"),
    header_function_version_id: await keep("header_function"),
  };
}

/** The columns that an input sets; an omitted field is undefined and stays. */
function toColumns(ctx: ProjectContext, input: UpdateSource, { verifier, settings }: DecidedFields) {
  const { custom_response: response, event_type_from: typeFrom } = input;
  return {
    ...input,
    ...toReferenceColumns(input),
    custom_response: response ? JSON.stringify(response) : response,
    event_type_from: typeFrom ? JSON.stringify(typeFrom) : typeFrom,
    verifier: verifier && ctx.box.seal(JSON.stringify(verifier)),
    ...Object.fromEntries(CONSUMED_TYPES.map((type) => [type, undefined])),
    ...(settings && { [settings.type]: ctx.box.seal(JSON.stringify(settings.value)) }),
  } as Omit<UpdateSource, "metadata" | "custom_response" | "event_type_from" | "verifier" | ConsumedType> &
    SealedColumns;
}

type SealedColumns = {
  metadata?: string | null;
  custom_response?: string | null;
  event_type_from?: string | null;
  verifier?: string;
} & {
  [T in ConsumedType]?: string;
};

function readSettings({ box }: ProjectContext, row: Selectable<Sources>): unknown {
  const type = row.type;
  const sealed = isConsumed(type) ? row[type] : null;
  return sealed ? JSON.parse(box.open(sealed)) : null;
}
