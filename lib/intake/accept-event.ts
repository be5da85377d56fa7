import type { ProjectContext } from "@/lib/db/context";
import type { EventLimits } from "@/lib/intake/event-limits";
import { readDeliverAt } from "@/lib/intake/read-deliver-at";
import type { EventTarget, IncomingEvent, MessageIdentity, Recorder } from "@/lib/intake/recorder";
import { distinct } from "@/lib/kernel/distinct";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import type { CreateBroadcastEvent, CreatedEvent } from "@/lib/nouns/events/schemas";
import type { ProjectCore, ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export type EventServices = { recorder: Recorder; snapshots: SnapshotCache; eventLimits: EventLimits };

/** The origin of an event that did not come by API: the source, its message id, and the received headers. */
export type EventOrigin = {
  sourceId: string;
  message: MessageIdentity | undefined;
  headers: Record<string, string>;
};

export type FromSource = { origin?: EventOrigin };

/** What every way of creating an event has in common. */
export type EventContent = CreateBroadcastEvent & FromSource;

const BY_API = { sourceId: null, message: undefined, headers: {} };

const MAX_HEADERS = 50;

/**
 * Commits an event for a checked target. Refuses data that is larger than the project allows or does not match the
 * schema of its event type, and events beyond the project's rate limit.
 */
export async function acceptEvent(
  ctx: ProjectContext,
  { recorder, snapshots, eventLimits }: EventServices,
  target: EventTarget,
  content: EventContent,
): Promise<CreatedEvent> {
  const payload = Buffer.from(content.data.text, "utf8");
  const deliverAt = readDeliverAt(content, ctx.clock.now());
  const snapshot = snapshots.peek(ctx.projectId) ?? (await snapshots.getCore(ctx.projectId));
  if (snapshot) {
    checkData(payload, content, snapshot);
    await eventLimits.take(snapshot);
  }
  const { sourceId, message, headers } = content.origin ?? BY_API;
  const recorded = await recorder.record({
    projectId: ctx.projectId,
    sourceId,
    eventType: content.event_type,
    headers: { ...headers, ...toHeaders(content.custom_headers ?? {}) },
    payload,
    urlQueryParams: "",
    path: "",
    idempotencyKey: content.idempotency_key ?? message?.key ?? null,
    target,
    message,
    trace: ctx.request?.trace,
    ...(deliverAt && { deliverAt }),
    ...toLabels(content),
  });
  const { uid, isDuplicate, deliveries, reason } = recorded;
  return { uid, is_duplicate_event: isDuplicate, deliveries, reason };
}

/**
 * Reads the configuration of an outgoing project. Throws a conflict in an incoming project, whose events come from its
 * sources.
 */
export async function readOutgoing(
  ctx: ProjectContext,
  { snapshots }: EventServices,
): Promise<ProjectSnapshot | ProjectCore> {
  const snapshot = await snapshots.getCore(ctx.projectId);
  if (!snapshot || snapshot.type === "incoming") {
    throw conflict("This is an incoming project: its events come from its sources, not by API.");
  }
  return snapshot;
}

/** Throws if the endpoint does not exist. */
export async function checkEndpoint(ctx: ProjectContext, services: EventServices, endpointId: string): Promise<void> {
  const snapshot = await readOutgoing(ctx, services);
  if ("endpoints" in snapshot && snapshot.endpoints.has(endpointId)) return;
  // A copy learns of a new endpoint a moment after its creation, so an unknown one is looked up in the database.
  const known = await ctx.db
    .selectFrom("endpoints")
    .select("id")
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", endpointId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (known && "endpoints" in snapshot) services.snapshots.forget(ctx.projectId);
  if (known) return;
  throw invalidFields([{ path: "endpoint_id", message: "No such endpoint in this project." }]);
}

/** What its sender calls an event; nothing where it says nothing. */
function toLabels({ external_id, metadata = {}, tags = [] }: EventContent): Pick<IncomingEvent, "labels"> {
  const hasMetadata = Object.keys(metadata).length > 0;
  if (external_id === undefined && !hasMetadata && tags.length === 0) return {};
  return {
    labels: {
      externalId: external_id ?? null,
      metadata: hasMetadata ? metadata : null,
      tags: tags.length > 0 ? distinct(tags) : null,
    },
  };
}

/** Headers as the engines expect them: in lower case, with the payload's type. */
function toHeaders(custom: Record<string, string>): Record<string, string> {
  const entries = Object.entries(custom);
  if (entries.length > MAX_HEADERS) {
    throw invalidFields([{ path: "custom_headers", message: `Send at most ${MAX_HEADERS} headers.` }]);
  }
  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const [name, value] of entries) headers[name.toLowerCase()] = value;
  return headers;
}

function checkData(payload: Buffer, { event_type, data }: EventContent, { settings, validators }: ProjectCore): void {
  checkSize(payload, settings.max_payload_read_size);
  const validate = validators.get(event_type);
  const errors = validate ? withinDepth(() => validate(data.value)) : [];
  if (errors.length > 0) throw invalidFields(errors);
}

function checkSize({ length }: Buffer, limit: number): void {
  if (length <= limit) return;
  const [has, most] = [length, limit].map((bytes) => bytes.toLocaleString("en"));
  const message = `The data has ${has} bytes, and this project takes at most ${most} (its max_payload_read_size).`;
  throw new HookyardError("payload_too_large", message, { fields: [{ path: "data", message }] });
}

/** Refuses a value that is nested deeper than the stack, since it is read level by level. */
function withinDepth<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HookyardError("invalid_fields", "The data is nested too deeply.", {
      fields: [{ path: "data", message: "It is nested too deeply." }],
    });
  }
}
