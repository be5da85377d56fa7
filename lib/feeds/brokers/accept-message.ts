import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import { MESSAGE_TYPE_ATTRIBUTE, type ReadMessage, readMessage, toReason } from "@/lib/feeds/brokers/read-message";
import { ByteTurns } from "@/lib/feeds/byte-turns";
import { commitPatiently } from "@/lib/feeds/commit-patiently";
import type { ConsumerTask } from "@/lib/feeds/consumer";
import type { EventOrigin } from "@/lib/intake/accept-event";
import { createBroadcastEvent, createEvent, createFanoutEvent } from "@/lib/intake/create-event";
import { toForwardedHeaders } from "@/lib/intake/forwarded-headers";
import { HookyardError } from "@/lib/kernel/errors";
import { HeaderValue } from "@/lib/wire/fields";
import { SentHeaderName } from "@/lib/wire/sent-header";

const MAX_ATTRIBUTES = 50;

/** The bytes of all sources' messages read at once, which take several times as much: half of what may wait for a commit. */
const turns = new ByteTurns(32 * 1024 * 1024);

/** What became of a message. Either way it is on disk, and may be acknowledged. */
export type Accepted = { kind: "event" } | { kind: "refused"; reason: string };

/**
 * Makes an event of a message, through the same functions as an event created by API, and returns after its commit. A
 * message that can be no event is committed as a failed one with the reason and its bytes. While the store is away, or
 * the project's limit is reached, it waits with a growing pause, and nothing more is taken behind it. Rejects with
 * NotCommitted when the consumer was stopped first: the message is to be left to the broker.
 */
export function acceptMessage(task: ConsumerTask, message: BrokerMessage): Promise<Accepted> {
  return commitPatiently(task, () => turns.run(message.body.length, () => record(task, message)));
}

async function record(task: ConsumerTask, message: BrokerMessage): Promise<Accepted> {
  const { ctx, services, source } = task;
  const snapshot = await services.snapshots.getCore(ctx.projectId);
  if (!snapshot) throw new HookyardError("unavailable", "The project is gone.");
  const { body, identity } = message;
  const limit = limitOf(message, snapshot.settings.max_payload_read_size);
  const origin = {
    sourceId: source.id,
    message: identity ?? undefined,
    headers: toHeaders(message, snapshot.sources.get(source.id)?.forwardHeaders),
  };
  const refusal = await tryToCreate(task, readWithin(message, limit), origin);
  if (refusal === null) return { kind: "event" };
  await services.recorder.record({
    projectId: ctx.projectId,
    sourceId: source.id,
    eventType: refusal.eventType,
    headers: { "content-type": message.contentType ?? "application/json", ...origin.headers },
    payload: body.subarray(0, limit),
    urlQueryParams: "",
    path: "",
    idempotencyKey: identity?.key ?? null,
    target: null,
    message: origin.message,
    refusal: refusal.reason,
  });
  task.report.problem(`A message was refused: ${refusal.reason}`);
  return { kind: "refused", reason: refusal.reason };
}

/** The bytes that an event of this message may have. A message may have been cut by a limit that was raised since. */
function limitOf({ body, cutFrom = body.length }: BrokerMessage, limit: number): number {
  return cutFrom > body.length ? Math.min(limit, body.length) : limit;
}

function readWithin(message: BrokerMessage, limit: number): ReadMessage {
  const length = message.cutFrom ?? message.body.length;
  if (length <= limit) return readMessage(message);
  return { kind: "wrong", reason: tooLarge(length, limit), eventType: "broker.message" };
}

type Refusal = { reason: string; eventType: string };

/** Creates the event of a message, or returns why there can be none. */
async function tryToCreate(task: ConsumerTask, read: ReadMessage, origin: EventOrigin): Promise<Refusal | null> {
  if (read.kind === "wrong") return read;
  try {
    await create(task, read, origin);
    return null;
  } catch (error) {
    return { reason: toRefusal(error), eventType: read.input.event_type };
  }
}

function create({ ctx, services }: ConsumerTask, read: Exclude<ReadMessage, { kind: "wrong" }>, origin: EventOrigin) {
  switch (read.kind) {
    case "single":
      return createEvent(ctx, services, { ...read.input, origin });
    case "fanout":
      return createFanoutEvent(ctx, services, { ...read.input, origin });
    case "broadcast":
      return createBroadcastEvent(ctx, services, { ...read.input, origin });
  }
}

/** Why the message itself is at fault; what is not its fault is thrown again. */
function toRefusal(error: unknown): string {
  if (error instanceof HookyardError && error.code === "invalid_fields") {
    return error.fields ? toReason(error.fields) : error.message;
  }
  // PostgreSQL's classes for values that it cannot take: data exception, integrity violation, program limit.
  if (/^(22|23|54)/.test((error as { code?: string }).code ?? "")) {
    return `It could not be stored: ${(error as Error).message}.`;
  }
  throw error;
}

function tooLarge(length: number, limit: number): string {
  const format = (bytes: number) => bytes.toLocaleString("en");
  return `The message has ${format(length)} bytes, and this project takes at most ${format(limit)}. Only these are kept.`;
}

/** The attributes that are kept with the event and forwarded, by the rules for received headers. */
function toHeaders({ attributes }: BrokerMessage, only: ReadonlySet<string> | undefined): Record<string, string> {
  const forwarded = Object.entries(toForwardedHeaders(attributes, MESSAGE_TYPE_ATTRIBUTE, only));
  const valid = forwarded.filter(
    ([name, value]) => SentHeaderName.safeParse(name).success && HeaderValue.safeParse(value).success,
  );
  return Object.fromEntries(valid.slice(0, MAX_ATTRIBUTES));
}
