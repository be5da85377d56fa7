import { commitPatiently } from "@/lib/feeds/commit-patiently";
import type { ConsumerTask } from "@/lib/feeds/consumer";
import { eventTypeOf } from "@/lib/intake/event-type-of";
import type { IncomingEvent, MessageIdentity, RecordedEvent, SourcePosition } from "@/lib/intake/recorder";
import { HookyardError } from "@/lib/kernel/errors";
import type { ProjectCore } from "@/lib/snapshots/snapshot";
import { parseExact } from "@/lib/wire/exact-json";

/** Content of a source that names no recipient. `json` is its payload, as it is written. */
export type Content = {
  json: string;
  identity: MessageIdentity;
  /** Null uses the payload's own. */
  eventType: string | null;
  position?: SourcePosition | undefined;
};

/**
 * Commits one event of a source: for the source's subscriptions in an incoming project, for all that match in an
 * outgoing one. Content that is too large or does not fit the schema of its event type is stored as a failed event with
 * the reason.
 */
export function recordContent(task: ConsumerTask, content: Content): Promise<RecordedEvent> {
  return commitPatiently(task, async () => {
    const { ctx, services, source } = task;
    const snapshot = await services.snapshots.getCore(ctx.projectId);
    const config = snapshot?.sources.get(source.id);
    if (!snapshot || !config) throw new HookyardError("unavailable", "The source is not known here yet.");
    const payload = Buffer.from(content.json, "utf8");
    const value = once(() => parseExact(content.json));
    const eventType = content.eventType ?? eventTypeOf(config, {}, value);
    const limit = snapshot.settings.max_payload_read_size;
    const refusal = findRefusal(snapshot, { eventType, size: payload.length, value });
    await services.eventLimits.take(snapshot);
    const event: IncomingEvent = {
      projectId: ctx.projectId,
      sourceId: source.id,
      eventType,
      headers: { "content-type": "application/json" },
      payload: payload.subarray(0, limit),
      urlQueryParams: "",
      path: "",
      idempotencyKey: content.identity.key,
      target: snapshot.type === "outgoing" ? { broadcast: true } : null,
      message: content.identity,
      ...(content.position && { position: content.position }),
    };
    if (refusal === null) return services.recorder.record(event);
    const recorded = await services.recorder.record({ ...event, target: null, refusal });
    if (!recorded.isDuplicate) task.report.problem(`An event of type ${eventType} was refused: ${refusal}`);
    return recorded;
  });
}

type Judged = { eventType: string; size: number; value: () => unknown };

function findRefusal({ settings, validators }: ProjectCore, { eventType, size, value }: Judged): string | null {
  const limit = settings.max_payload_read_size;
  if (size > limit) {
    const format = (bytes: number) => bytes.toLocaleString("en");
    return `It has ${format(size)} bytes, and this project takes at most ${format(limit)}. Only these are kept.`;
  }
  const validate = validators.get(eventType);
  if (!validate) return null;
  try {
    const errors = validate(value());
    return errors.length === 0 ? null : errors.map(({ path, message }) => `${path}: ${message}`).join(" ");
  } catch (error) {
    if (error instanceof RangeError) return "It is nested too deeply.";
    throw error;
  }
}

function once<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
