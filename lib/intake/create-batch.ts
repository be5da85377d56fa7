import type { z } from "zod";
import type { ProjectContext } from "@/lib/db/context";
import { type EventServices, readOutgoing } from "@/lib/intake/accept-event";
import { createBroadcastEvent, createEvent, createFanoutEvent } from "@/lib/intake/create-event";
import { HookyardError, invalidFields } from "@/lib/kernel/errors";
import {
  CreateBroadcastEvent,
  type CreatedEvent,
  type CreatedEventBatch,
  CreateEvent,
  type CreateEventBatch,
  CreateFanoutEvent,
} from "@/lib/nouns/events/schemas";
import { findUnstorable, toFieldErrors } from "@/lib/wire/field-errors";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

type Result = CreatedEventBatch["results"][number];

/**
 * Creates up to 1,000 events; each is checked and answered separately, in the order of the request. They are committed
 * together with other arrivals, and the answer is sent after all commits.
 */
export async function createEventBatch(
  ctx: ProjectContext,
  services: EventServices,
  { events }: CreateEventBatch,
): Promise<CreatedEventBatch> {
  await readOutgoing(ctx, services);
  const refusals: unknown[] = [];
  const results = await Promise.all(
    events.map((item, index) =>
      createItem(ctx, services, item).then(
        (created): Result => ({ index, status: 201, ...created, error: null }),
        (error) => {
          refusals.push(error);
          return toRefusal(index, error);
        },
      ),
    ),
  );
  const accepted = results.filter((result) => result.status === 201).length;
  if (accepted === 0) throwIfNotNow(results, refusals);
  return { accepted, refused: results.length - accepted, results };
}

async function createItem(ctx: ProjectContext, services: EventServices, item: unknown): Promise<CreatedEvent> {
  const unstorable = findUnstorable(item, ["data"]);
  if (unstorable.length > 0) throw invalidFields(unstorable);
  if (isObject(item) && Object.hasOwn(item, "endpoint_id")) return createEvent(ctx, services, parse(CreateEvent, item));
  if (isObject(item) && Object.hasOwn(item, "owner_id")) {
    return createFanoutEvent(ctx, services, parse(CreateFanoutEvent, item));
  }
  return createBroadcastEvent(ctx, services, parse(CreateBroadcastEvent, item));
}

function isObject(item: unknown): item is object {
  return typeof item === "object" && item !== null;
}

function parse<S extends z.ZodType>(schema: S, item: unknown): z.output<S> {
  const parsed = schema.safeParse(item, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(toFieldErrors(parsed.error.issues));
}

function toRefusal(index: number, error: unknown): Result {
  const told = toHookyardError(error);
  if (told.code === "internal") throw error;
  const { code, message, fields, status } = told;
  const nothing = { uid: null, is_duplicate_event: false, deliveries: 0, reason: null };
  return { index, status, ...nothing, error: { code, message, ...(fields && { fields }) } };
}

/**
 * Fails the whole request if nothing could be stored, or everything exceeded the limit, so that the caller comes back.
 */
function throwIfNotNow(results: readonly Result[], refusals: readonly unknown[]): void {
  const away = results.find((result) => result.status === 503);
  if (away?.error) throw new HookyardError("unavailable", away.error.message, { retryAfter: 2 });
  if (results.every((result) => result.status === 429)) throw refusals[0];
}
