import type { Selectable, Transaction, Updateable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Subscriptions } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { toReferenceColumns } from "@/lib/db/references";
import { type FieldError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type AnnouncedType, announce } from "@/lib/nouns/announcements/announce";
import { endFunctionVersions, keepFunctionVersion } from "@/lib/nouns/function-versions/mutations";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { findSubscriptionErrors } from "@/lib/nouns/subscriptions/find-errors";
import { getSubscriptionRow, presentSubscriptions } from "@/lib/nouns/subscriptions/queries";
import {
  type CreateSubscription,
  FilterConfig,
  type Subscription,
  type UpdateSubscription,
} from "@/lib/nouns/subscriptions/schemas";
import { stringifyExact } from "@/lib/wire/exact-json";

const NO_FUNCTION = { code: null, versionId: null };
const NO_SOURCE = { path: "source_id", message: "Choose the source that the events come from." };

export async function createSubscription(ctx: ProjectContext, input: CreateSubscription): Promise<Subscription> {
  return ctx.db.transaction().execute(async (trx) => {
    const errors = await findNewSubscriptionErrors(ctx, trx, input);
    if (errors.length > 0) throw invalidFields(errors);
    return insertSubscription(ctx, trx, input);
  });
}

/** Finds what is wrong with a subscription that is to be made, beyond its schema. */
export async function findNewSubscriptionErrors(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  input: Omit<CreateSubscription, "name">,
): Promise<FieldError[]> {
  const project = await getProjectRow(trx, ctx.projectId);
  const errors = await findSubscriptionErrors(within(trx, ctx), input);
  const lacksSource = project.type === "incoming" && input.type !== "cli" && !input.source_id;
  return lacksSource ? [...errors, NO_SOURCE] : errors;
}

/** Writes a subscription with checked fields. */
export async function insertSubscription(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  input: CreateSubscription,
): Promise<Subscription> {
  const now = ctx.clock.now();
  const id = newId();
  const row = await trx
    .insertInto("subscriptions")
    .values({
      ...toColumns(input),
      function_version_id: await keepFunctionVersion(trx, ctx, {
        ownerId: id,
        field: "function",
        present: NO_FUNCTION,
        code: input.function,
      }),
      filter_config: stringifyExact(FilterConfig.parse(input.filter_config ?? {})),
      project_id: ctx.projectId,
      id,
      name: input.name,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentChange(ctx, trx, { row, type: "subscription.created" });
}

/** Replaces the given fields; `filter_config` as a whole. */
export async function updateSubscription(
  ctx: ProjectContext,
  id: string,
  input: UpdateSubscription,
): Promise<Subscription> {
  return ctx.db.transaction().execute(async (trx) => {
    const { type } = await getSubscriptionRow(within(trx, ctx), id, { lock: true });
    const errors = await findSubscriptionErrors(within(trx, ctx), input, id);
    if (type === "api" && input.source_id === null) {
      const project = await getProjectRow(trx, ctx.projectId);
      if (project.type === "incoming") errors.push(NO_SOURCE);
    }
    if (type === "cli" && input.endpoint_id !== undefined) {
      errors.push({ path: "endpoint_id", message: "This subscription leads to a device, not to an endpoint." });
    }
    if (errors.length > 0) throw invalidFields(errors);
    return changeSubscription(ctx, trx, { id, type: "subscription.updated", change: toColumns(input) });
  });
}

export async function deleteSubscription(ctx: ProjectContext, id: string): Promise<Subscription> {
  return ctx.db.transaction().execute(async (trx) => {
    const change = { deleted_at: ctx.clock.now() };
    const deleted = await changeSubscription(ctx, trx, { id, type: "subscription.deleted", change });
    await endFunctionVersions(trx, ctx, { ownerIds: [id] });
    return deleted;
  });
}

/** Writes a change of checked fields, under a lock. Throws not found if the subscription was deleted. */
export async function changeSubscription(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { id, type, change }: { id: string; type: AnnouncedType; change: Updateable<Subscriptions> },
): Promise<Subscription> {
  const present = await getSubscriptionRow(within(trx, ctx), id, { lock: true });
  const [before] = (await presentSubscriptions(within(trx, ctx), [present])) as [Subscription];
  const function_version_id = await keepFunctionVersion(trx, ctx, {
    ownerId: id,
    field: "function",
    present: { code: present.function, versionId: present.function_version_id },
    code: change.function,
  });
  const row = await trx
    .updateTable("subscriptions")
    .set({ ...change, function_version_id, updated_at: ctx.clock.now() })
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentChange(ctx, trx, { row, type, before });
}

async function presentChange(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { row, type, before }: { row: Selectable<Subscriptions>; type: AnnouncedType; before?: Subscription },
): Promise<Subscription> {
  const [subscription] = (await presentSubscriptions(within(trx, ctx), [row])) as [Subscription];
  await announce(trx, ctx, { type, data: subscription, ...(before && { before }) });
  return subscription;
}

/** The columns that an input sets; an omitted field is undefined and stays. */
function toColumns({ filter_config, retry_config, rate_limit_config, alert_config, ...plain }: UpdateSubscription) {
  const toJson = (value: object | null | undefined) => (value ? JSON.stringify(value) : value);
  return {
    ...plain,
    ...toReferenceColumns(plain),
    filter_config: filter_config && stringifyExact(filter_config),
    retry_config: toJson(retry_config),
    rate_limit_config: toJson(rate_limit_config),
    alert_config: toJson(alert_config),
  };
}
