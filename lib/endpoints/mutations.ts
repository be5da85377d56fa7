import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/context";
import type { Endpoints } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { discardWaiting } from "@/lib/deliveries/discard";
import { changeEndpoint } from "@/lib/endpoints/change";
import { decideAuthentication, type StoredAddress } from "@/lib/endpoints/decide-authentication";
import { presentEndpoints } from "@/lib/endpoints/load";
import type { Authentication, CreateEndpoint, Endpoint, UpdateEndpoint } from "@/lib/endpoints/schemas";
import { type FieldError, invalidFields } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { announce } from "@/lib/meta-events/announce";
import { generateSecret } from "@/lib/signing/secrets";
import { deleteSubscriptionsOf } from "@/lib/subscriptions/delete-of";

export async function createEndpoint(ctx: ProjectContext, input: CreateEndpoint): Promise<Endpoint> {
  const authentication = checkFields(ctx, input, null);
  const now = ctx.clock.now();
  const stamps = { created_at: now, updated_at: now };
  const { secret = generateSecret(), ...fields } = input;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("endpoints")
      .values({ project_id: ctx.projectId, id: newId(), ...fields, ...stamps, authentication: authentication ?? null })
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
    const [endpoint] = (await presentEndpoints(within(trx, ctx), [row])) as [Endpoint];
    await announce(trx, ctx, { type: "endpoint.created", data: endpoint });
    return endpoint;
  });
}

/** Replaces what was sent. */
export async function updateEndpoint(ctx: ProjectContext, id: string, input: UpdateEndpoint): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.updated", async (row) => ({
    ...input,
    authentication: checkFields(ctx, input, row),
  }));
}

/** Deletes it with its subscriptions and discards what waits for it. */
export async function deleteEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.deleted", async (_row, trx) => {
    await deleteSubscriptionsOf(trx, ctx, { by: "endpoint_id", id });
    await discardWaiting(trx, { projectId: ctx.projectId, endpointId: id }, "The endpoint was deleted.");
    return { deleted_at: ctx.clock.now() };
  });
}

/**
 * Refuses what the schema cannot know to be wrong, all at once. Returns the authentication to be stored: sealed,
 * null for none, undefined where the input leaves it as it is.
 */
function checkFields(
  ctx: ProjectContext,
  input: UpdateEndpoint,
  row: Selectable<Endpoints> | null,
): string | null | undefined {
  const errors: FieldError[] = [];
  const wrongUrl = input.url === undefined ? null : ctx.checkDestination(input.url);
  if (wrongUrl !== null) errors.push({ path: "url", message: wrongUrl });
  const wrongChat = input.chat_webhook_url ? ctx.checkDestination(input.chat_webhook_url) : null;
  if (wrongChat !== null) errors.push({ path: "chat_webhook_url", message: wrongChat });
  const { authentication } = input;
  const tokenUrl = authentication?.type === "oauth2" ? ctx.checkDestination(authentication.oauth2.url) : null;
  if (tokenUrl !== null) errors.push({ path: "authentication.oauth2.url", message: tokenUrl });
  const decided = decideAuthentication(input, row && readStored(ctx, row));
  errors.push(...decided.errors);
  if (errors.length > 0) throw invalidFields(errors);
  return decided.value ? ctx.box.seal(JSON.stringify(decided.value)) : decided.value;
}

function readStored({ box }: ProjectContext, { url, authentication }: Selectable<Endpoints>): StoredAddress {
  return { url, authentication: authentication ? (JSON.parse(box.open(authentication)) as Authentication) : null };
}
