import type { ProjectContext } from "@/lib/context";
import { conflict, HookyardError, invalidFields } from "@/lib/errors";
import type { CreatedEvent, CreateEvent } from "@/lib/events/schemas";
import type { Recorder } from "@/lib/ingest/recorder";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const MAX_HEADERS = 50;

/**
 * Accepts an event for one endpoint of an outgoing project; returns after its commit. Conflict in an incoming project,
 * whose events come from its sources.
 */
export async function createEvent(
  ctx: ProjectContext,
  { recorder, snapshots }: { recorder: Recorder; snapshots: SnapshotCache },
  input: CreateEvent,
): Promise<CreatedEvent> {
  const endpointId = input.endpoint_id.toLowerCase();
  await checkTarget(ctx, snapshots, endpointId);
  const headers = toHeaders(input.custom_headers ?? {});
  const recorded = await recorder.record({
    projectId: ctx.projectId,
    sourceId: null,
    eventType: input.event_type,
    headers,
    payload: toPayload(input.data),
    urlQueryParams: "",
    path: "",
    idempotencyKey: input.idempotency_key ?? null,
    target: { endpoint_id: endpointId },
  });
  return { uid: recorded.uid, is_duplicate_event: recorded.isDuplicate };
}

async function checkTarget(ctx: ProjectContext, snapshots: SnapshotCache, endpointId: string): Promise<void> {
  const cached = await snapshots.get(ctx.projectId);
  // A copy hears of a new endpoint a moment after it was made; whoever names one that is unknown is worth a look.
  const snapshot = cached?.endpoints.has(endpointId) ? cached : await snapshots.reload(ctx.projectId);
  if (snapshot?.type === "incoming") {
    throw conflict("This is an incoming project: its events come from its sources, not by API.");
  }
  if (!snapshot?.endpoints.has(endpointId)) {
    throw invalidFields([{ path: "endpoint_id", message: "No such endpoint in this project." }]);
  }
}

/** As the engines expect headers: in lower case, with the payload's type. */
function toHeaders(custom: Record<string, string>): Record<string, string> {
  const entries = Object.entries(custom);
  if (entries.length > MAX_HEADERS) {
    throw invalidFields([{ path: "custom_headers", message: `Send at most ${MAX_HEADERS} headers.` }]);
  }
  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const [name, value] of entries) headers[name.toLowerCase()] = value;
  return headers;
}

function toPayload(data: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(data), "utf8");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HookyardError("invalid_fields", "The data is nested too deeply.", {
      fields: [{ path: "data", message: "It is nested too deeply." }],
    });
  }
}
