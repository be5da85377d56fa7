import type { ReadContext } from "@/lib/db/read-context";
import { findTakenReference } from "@/lib/db/references";
import { findPatternErrors } from "@/lib/filter/event-type";
import { findFilterErrors } from "@/lib/filter/validate-filter";
import type { FieldError } from "@/lib/kernel/errors";
import type { UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";

/**
 * Finds errors that the schema cannot see: missing endpoints, sources and devices, and errors in the patterns and the
 * filter, and an identifier of another subscription; `id` is that of a stored one. Locks the named rows against deletion
 * until the subscription is written.
 */
export async function findSubscriptionErrors(
  ctx: ReadContext,
  input: UpdateSubscription & { device_id?: string | undefined },
  id: string | null = null,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (input.endpoint_id !== undefined && !(await isThere(ctx, "endpoints", input.endpoint_id))) {
    errors.push({ path: "endpoint_id", message: "No such endpoint in this project." });
  }
  if (input.source_id && !(await isThere(ctx, "sources", input.source_id))) {
    errors.push({ path: "source_id", message: "No such source in this project." });
  }
  if (input.device_id !== undefined && !(await isThere(ctx, "devices", input.device_id))) {
    errors.push({ path: "device_id", message: "No such device in this project." });
  }
  errors.push(...findFilterConfigErrors(input.filter_config));
  const place = { table: "subscriptions", projectId: ctx.projectId, id } as const;
  errors.push(...(await findTakenReference(ctx.db, input, place)));
  return errors;
}

/**
 * Finds errors of event type patterns and the filter that the schema cannot see, by path
 * (`filter_config.filter.body.amount`).
 */
export function findFilterConfigErrors(config: UpdateSubscription["filter_config"]): FieldError[] {
  const { event_types, filter } = config ?? {};
  const errors = [
    ...(event_types === undefined ? [] : findPatternErrors(event_types)),
    ...(filter === undefined ? [] : findFilterErrors(filter)),
  ];
  return errors.map(({ path, message }) => ({ path: `filter_config.${path}`, message }));
}

async function isThere(
  { db, projectId }: ReadContext,
  table: "endpoints" | "sources" | "devices",
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
