import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Subscriptions } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { invalidFields } from "@/lib/kernel/errors";
import { getDeviceRow } from "@/lib/nouns/devices/queries";
import type { ListenDevice } from "@/lib/nouns/devices/schemas";
import { findSubscriptionErrors } from "@/lib/nouns/subscriptions/find-errors";
import { changeSubscription, insertSubscription } from "@/lib/nouns/subscriptions/mutations";
import { presentSubscriptions } from "@/lib/nouns/subscriptions/queries";
import { FilterConfig, type Subscription } from "@/lib/nouns/subscriptions/schemas";

/**
 * Ensures that the device has a subscription of type cli. Without wishes any subscription of the device is fine; with
 * wishes one that matches them, else the one that was created here before is changed, so that listening again never
 * delivers twice.
 */
export async function listenOnDevice(ctx: ProjectContext, id: string, input: ListenDevice): Promise<Subscription> {
  const event_types = input.event_types ?? ["*"];
  return ctx.db.transaction().execute(async (trx) => {
    const reading = within(trx, ctx);
    const device = await getDeviceRow(reading, id, { lock: true });
    const filter = { source_id: input.source_id, filter_config: { event_types } };
    const errors = await findSubscriptionErrors(reading, filter);
    if (errors.length > 0) {
      throw invalidFields(errors.map(({ path, ...error }) => ({ ...error, path: path.replace("filter_config.", "") })));
    }
    const present = await trx
      .selectFrom("subscriptions")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("device_id", "=", id)
      .where("deleted_at", "is", null)
      .orderBy("id")
      .execute();
    const wished = input.source_id !== undefined || input.event_types !== undefined;
    const serves = present.find((row) => !wished || isLike(row, input.source_id ?? null, event_types));
    if (serves) return ((await presentSubscriptions(reading, [serves])) as [Subscription])[0];

    const name = `Listen on ${device.host_name}`.slice(0, 200);
    const own = present.find((row) => row.name === name);
    if (!own) return insertSubscription(ctx, trx, { ...filter, type: "cli", device_id: id, name });
    return changeSubscription(ctx, trx, {
      id: own.id,
      type: "subscription.updated",
      change: {
        source_id: input.source_id ?? null,
        filter_config: JSON.stringify(FilterConfig.parse(filter.filter_config)),
      },
    });
  });
}

function isLike(row: Selectable<Subscriptions>, sourceId: string | null, eventTypes: readonly string[]): boolean {
  const { event_types, filter } = FilterConfig.parse(row.filter_config);
  const isPlain = row.function === null && [filter.body, filter.headers, filter.query, filter.path].every(isEmpty);
  const types = new Set(event_types);
  const isSame = types.size === new Set(eventTypes).size && eventTypes.every((type) => types.has(type));
  return isPlain && isSame && row.source_id === sourceId;
}

function isEmpty(section: object | null | undefined): boolean {
  return !section || Object.keys(section).length === 0;
}
