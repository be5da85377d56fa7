import type { z } from "zod";
import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import { CreateBroadcastEvent, CreateEvent, CreateFanoutEvent } from "@/lib/nouns/events/schemas";
import { parseExact } from "@/lib/wire/exact-json";
import { findUnstorable, toFieldErrors } from "@/lib/wire/field-errors";
import { EventType } from "@/lib/wire/fields";
import { keepPayloads } from "@/lib/wire/raw-json";

export const MESSAGE_TYPE_ATTRIBUTE = "x-message-type";

/** The type of what is kept of a message that tells no valid one. */
const UNKNOWN_EVENT_TYPE = "broker.message";

/** `wrong` can be no event: `reason` is for the operator. */
export type ReadMessage =
  | { kind: "single"; input: CreateEvent }
  | { kind: "fanout"; input: CreateFanoutEvent }
  | { kind: "broadcast"; input: CreateBroadcastEvent }
  | { kind: "wrong"; reason: string; eventType: string };

/**
 * Reads a message's body, `{endpoint_id | owner_id, event_type, data, …}`, which takes what an event by API takes. Whom
 * it is for is told by the attribute `x-message-type`, or without one by which of the two ids it has. Pure.
 */
export function readMessage({ body, attributes }: BrokerMessage): ReadMessage {
  const parsed = parse(body);
  if ("reason" in parsed) return { kind: "wrong", reason: parsed.reason, eventType: UNKNOWN_EVENT_TYPE };
  const { fields } = parsed;
  const wrong = (reason: string): ReadMessage => {
    const own = EventType.safeParse(fields.event_type);
    return { kind: "wrong", reason, eventType: own.success ? own.data : UNKNOWN_EVENT_TYPE };
  };
  const unstorable = findUnstorable(fields, ["data"]);
  if (unstorable.length > 0) return wrong(toReason(unstorable));
  const type = attributes[MESSAGE_TYPE_ATTRIBUTE] ?? typeByFields(fields);
  const read = <S extends z.ZodType>(schema: S, toRead: (input: z.output<S>) => ReadMessage): ReadMessage => {
    const result = schema.safeParse(fields, { reportInput: true });
    return result.success ? toRead(result.data) : wrong(toReason(toFieldErrors(result.error.issues)));
  };
  switch (type) {
    case "single":
      return read(CreateEvent, (input) => ({ kind: "single", input }));
    case "fanout":
      return read(CreateFanoutEvent, (input) => ({ kind: "fanout", input }));
    case "broadcast":
      return read(CreateBroadcastEvent, (input) => ({ kind: "broadcast", input }));
    default:
      return wrong(
        `The attribute ${MESSAGE_TYPE_ATTRIBUTE} is "${type.slice(0, 100)}": use single, fanout or broadcast.`,
      );
  }
}

/** Wrong fields in one sentence each, as an operator reads them in the event's reason. */
export function toReason(errors: readonly { path: string; message: string }[]): string {
  return errors.map(({ path, message }) => `${path}: ${message}`).join(" ");
}

type Fields = Record<string, unknown>;

function parse(body: Buffer): { fields: Fields } | { reason: string } {
  if (body.length === 0) return { reason: "The message is empty." };
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    value = keepPayloads(parseExact(text), text, "data");
  } catch (error) {
    return { reason: `The message is not valid JSON: ${(error as Error).message}.` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { reason: "The message is no JSON object with event_type and data." };
  }
  return { fields: withoutEmpty(value as Fields) };
}

const LEFT_EMPTY = [
  "endpoint_id",
  "owner_id",
  "custom_headers",
  "idempotency_key",
  "deliver_at",
  "delay",
  "external_id",
  "metadata",
  "tags",
] as const;

/** Senders that write every field of a struct leave these null or empty. */
function withoutEmpty(fields: Fields): Fields {
  const kept = { ...fields };
  for (const name of LEFT_EMPTY) {
    if (kept[name] === null || kept[name] === "") delete kept[name];
  }
  return kept;
}

function typeByFields(fields: Fields): string {
  if (Object.hasOwn(fields, "endpoint_id")) return "single";
  return Object.hasOwn(fields, "owner_id") ? "fanout" : "broadcast";
}
