import type { Selectable, Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Endpoints } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { type FieldError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { announce } from "@/lib/nouns/announcements/announce";
import { changeEndpoint } from "@/lib/nouns/endpoints/change";
import { decideAuthentication, type StoredAddress } from "@/lib/nouns/endpoints/decide-authentication";
import { decideTls } from "@/lib/nouns/endpoints/decide-tls";
import { decideUrlVariables } from "@/lib/nouns/endpoints/decide-url-variables";
import { addKeyPair, isLive, openKeyPairs, sealKeyPairs, signsByKeyPair } from "@/lib/nouns/endpoints/key-pairs";
import { presentEndpoints } from "@/lib/nouns/endpoints/load";
import type { Authentication, CreateEndpoint, Endpoint, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { findHeaderErrors, readTakenHeaders, type TakenHeaders } from "@/lib/nouns/endpoints/taken-headers";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import { findTemplateErrors } from "@/lib/nouns/endpoints/url-errors";
import type { UrlVariables } from "@/lib/nouns/endpoints/url-variable-schemas";
import { generateSecret } from "@/lib/signing/secrets";
import { NOTHING_STORED } from "@/lib/wire/redaction";

export async function createEndpoint(ctx: ProjectContext, input: CreateEndpoint): Promise<Endpoint> {
  return ctx.db.transaction().execute((trx) => insertEndpoint(ctx, trx, input));
}

/** Checks an endpoint and writes it, with its secret. Throws its wrong fields before anything is written. */
export async function insertEndpoint(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  input: CreateEndpoint,
): Promise<Endpoint> {
  const { secret = generateSecret(), ...given } = input;
  const columns = toColumns(ctx, given, await readPresent(trx, ctx, given));
  const now = ctx.clock.now();
  const stamps = { created_at: now, updated_at: now };
  const row = await trx
    .insertInto("endpoints")
    .values({ ...columns, ...stamps, name: input.name, url: input.url, project_id: ctx.projectId, id: newId() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("endpoint_secrets")
    .values({
      project_id: ctx.projectId,
      endpoint_id: row.id,
      id: newId(),
      value: ctx.box.seal(secret),
      ...stamps,
    })
    .execute();
  const [endpoint] = (await presentEndpoints(within(trx, ctx), [row], "all")) as [Endpoint];
  await announce(trx, ctx, { type: "endpoint.created", data: endpoint });
  return endpoint;
}

/** Replaces the given fields. */
export async function updateEndpoint(ctx: ProjectContext, id: string, input: UpdateEndpoint): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.updated", async (row, trx) =>
    toColumns(ctx, input, await readPresent(trx, ctx, input, row)),
  );
}

/** What an input is held against: the stored endpoint, null for a new one, the headers that deliveries have, others. */
type Present = { row: Selectable<Endpoints> | null; taken: TakenHeaders; takenReference: FieldError[] };

async function readPresent(
  trx: Transaction<DB>,
  { projectId }: ProjectContext,
  input: UpdateEndpoint,
  row: Selectable<Endpoints> | null = null,
): Promise<Present> {
  return {
    row,
    taken: await readTakenHeaders(trx, projectId, input),
    takenReference: await findTakenReference(trx, input, { table: "endpoints", projectId, id: row?.id ?? null }),
  };
}

/**
 * The columns that an input sets; an omitted field is undefined and stays. Throws all errors that the schema cannot see
 * at once.
 */
function toColumns(ctx: ProjectContext, input: UpdateEndpoint, { row, taken, takenReference }: Present) {
  const { chat_webhook_url, authentication, headers, tls: _, tags, url_variables: __, ...plain } = input;
  const stored = row && readStored(ctx, row);
  const decided = decideAuthentication(input, stored);
  const tls = decideTls(input, stored, ctx.clock.now());
  const chat = decideChatUrl(chat_webhook_url, row);
  const variables = decideUrlVariables(input, stored);
  const addresses = {
    url: input.url,
    chat_webhook_url: chat.value,
    "authentication.oauth2.url": tokenUrlOf(authentication),
  };
  const errors = [
    ...findAddressErrors(ctx, addresses),
    ...decided.errors,
    ...tls.errors,
    ...variables.errors,
    ...findUnfit(variables, { authentication: decided.value, tls: tls.value }, stored),
    ...chat.errors,
    ...findHeaderErrors({ given: { headers, authentication }, stored, taken }),
    ...takenReference,
  ];
  if (errors.length > 0) throw invalidFields(errors);
  const seal = (text: string | null | undefined) => (text ? ctx.box.seal(text) : text);
  return {
    ...plain,
    ...toReferenceColumns(input),
    tags: tags?.length === 0 ? null : tags,
    url_variables: variables.value && JSON.stringify(variables.value),
    headers: headers && JSON.stringify(headers),
    tls: seal(tls.value && JSON.stringify(tls.value)),
    key_pairs: makeKeyPair(ctx, input, row),
    authentication: seal(decided.value && JSON.stringify(decided.value)),
    sealed_chat_webhook_url: seal(chat.value),
  };
}

function tokenUrlOf(authentication: UpdateEndpoint["authentication"]): string | undefined {
  return authentication?.type === "oauth2" ? authentication.oauth2.url : undefined;
}

/** What is wrong with a URL that has variables, beside the credentials that the endpoint will have. */
function findUnfit(
  { url, value }: ReturnType<typeof decideUrlVariables>,
  decided: { authentication: Authentication | null | undefined; tls: EndpointTls | null | undefined },
  stored: Stored | null,
): FieldError[] {
  if (value === null) return [];
  const { authentication = stored?.authentication ?? null, tls = stored?.tls ?? null } = decided;
  return findTemplateErrors({ url, authentication, tls });
}

/** The key pairs with a first one, sealed, where an input lets key pairs sign and none is live; undefined otherwise. */
function makeKeyPair(
  { box, clock }: ProjectContext,
  { signature_algorithm: algorithm }: UpdateEndpoint,
  row: Selectable<Endpoints> | null,
): string | undefined {
  if (algorithm === undefined || !signsByKeyPair(algorithm)) return undefined;
  const now = clock.now();
  const pairs = openKeyPairs(row?.key_pairs ?? null, box);
  return pairs.some((pair) => isLive(pair, now)) ? undefined : sealKeyPairs(addKeyPair(pairs, now, now), box);
}

/** The chat's address that an input leaves: null for none, undefined where it stays as it is. */
function decideChatUrl(
  given: string | undefined,
  row: Selectable<Endpoints> | null,
): { value: string | null | undefined; errors: FieldError[] } {
  if (given !== REDACTED) return { value: given === "" ? null : given, errors: [] };
  const isStored = Boolean(row?.sealed_chat_webhook_url);
  return { value: undefined, errors: isStored ? [] : [{ path: "chat_webhook_url", message: NOTHING_STORED }] };
}

function findAddressErrors(ctx: ProjectContext, addresses: Record<string, string | null | undefined>): FieldError[] {
  return Object.entries(addresses).flatMap(([path, url]) => {
    const message = url ? ctx.checkDestination(url) : null;
    return message === null ? [] : [{ path, message }];
  });
}

function readStored({ box }: ProjectContext, row: Selectable<Endpoints>): Stored {
  const { url, url_variables, authentication, headers, tls } = row;
  return {
    url,
    urlVariables: url_variables as UrlVariables,
    authentication: authentication ? (JSON.parse(box.open(authentication)) as Authentication) : null,
    headers: headers as Record<string, string>,
    tls: tls ? (JSON.parse(box.open(tls)) as EndpointTls) : null,
  };
}

type Stored = StoredAddress & {
  urlVariables: UrlVariables;
  headers: Record<string, string>;
  tls: EndpointTls | null;
};
