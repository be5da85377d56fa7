import { findChoice, nearest, toClosedChoices } from "@/components/filter-bar/find-choice";
import type { Grammar } from "@/components/filter-bar/parse-filters";
import { readList, type Term, type Word } from "@/components/filter-bar/read-tokens";
import { HEADER, readField, readWords, TAG } from "@/components/filter-bar/search-terms";
import {
  among,
  amount,
  anyOf,
  id,
  type LookUp,
  oneOf,
  type Reading,
  type TermKind,
  text,
} from "@/components/filter-bar/term-kinds";
import { TIME_TERMS } from "@/components/filter-bar/time-terms";
import { DELIVERY_STATUSES, FAILURE_CODES } from "@/lib/kernel/vocabulary";
import { deliveryFilterReader, deliveryListReader, isFailure } from "@/lib/nouns/deliveries/list-reader";
import { searchFields } from "@/lib/nouns/events/search-fields";

const STATUSES = toClosedChoices("status", DELIVERY_STATUSES);
const CODES = toClosedChoices("error code", FAILURE_CODES);

/** The classes of answers that fail an attempt, the likely ones first. */
export const CODE_CLASSES = ["5xx", "4xx", "3xx"] as const;

/** A status or a class stands for itself; the words for what keeps an attempt from an answer are looked up. */
const CODE: LookUp = {
  find: (typed) => {
    const lower = typed.toLowerCase();
    if (isFailure(lower)) return { id: lower };
    if (/\d/.test(typed)) return { problem: `“${typed}” is no status. Write one such as 503, or a class such as 5xx.` };
    return findChoice(typed, CODES);
  },
  offer: () => [...CODE_CLASSES, ...FAILURE_CODES],
};

const SECONDS_OF: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600 };

function readSeconds(typed: string): number | null {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/i.exec(typed) ?? [];
  if (number === undefined) return null;
  return Number((Number(number) * (SECONDS_OF[unit.toLowerCase()] ?? 1)).toFixed(6));
}

const ENDPOINT = anyOf(
  { name: "endpoint", hint: "To this endpoint" },
  "endpointId",
  among(({ choices }) => choices.endpoint),
);
const DEVICE = anyOf(
  { name: "device", hint: "To this device" },
  "deviceId",
  among(({ choices }) => choices.device),
);

const OTHERS = [
  anyOf({ name: "code", hint: "Failed with 503, 5xx, timeout" }, "code", CODE),
  anyOf(
    { name: "source", hint: "Of an event from this source" },
    "sourceId",
    among(({ choices }) => choices.source),
  ),
  oneOf(
    { name: "subscription", hint: "Of this subscription" },
    "subscriptionId",
    among(({ choices }) => choices.subscription),
  ),
  text({ name: "type", hint: "Event type; order.* takes all that begin so" }, "event_type"),
  amount(
    { name: "attempts", hint: "How many, resends included" },
    {
      params: ["minAttempts", "maxAttempts"],
      read: (typed) => (/^\d{1,9}$/.test(typed) ? Number(typed) : null),
      step: 1,
      help: "Write attempts>3, attempts<=5, attempts:2..5 or attempts:1.",
      offer: [">=2", ">=5"],
    },
  ),
  amount(
    { name: "latency", hint: "From acceptance to success" },
    {
      params: ["minLatency", "maxLatency"],
      read: readSeconds,
      step: 0,
      help: "Write latency>=2s, latency<500ms or latency:1s..5s.",
      offer: [">=1s", ">=10s"],
    },
  ),
  text({ name: "owner", hint: "To an endpoint with this owner_id" }, "ownerId"),
  text({ name: "endpoint-tag", hint: "To an endpoint with this tag" }, "endpointTag"),
  text({ name: "key", hint: "Idempotency key, exactly" }, "idempotencyKey"),
  text({ name: "external", hint: "External id of its event, exactly" }, "externalId"),
  TAG,
  id({ name: "event", hint: "Of the event with this id" }, "eventId"),
  id({ name: "incident", hint: "Failed for the cause of this incident" }, "incidentId"),
  HEADER,
  ...TIME_TERMS,
];

const STORED_STATUS = anyOf(
  { name: "status", hint: `${DELIVERY_STATUSES.join(", ")}, held` },
  "status",
  among(() => STATUSES),
);

/** Held is no status of the API but why some wait: a filter of its own, which stands in place of the statuses. */
const STATUS: TermKind = {
  ...STORED_STATUS,
  offer: () => [...DELIVERY_STATUSES, "held"],
  read: (term, context) => {
    const named = term.operator === ":" ? readList(term.value.toLowerCase()) : [];
    if (!named.includes("held")) return STORED_STATUS.read(term, context);
    if (named.some((one) => one !== "held"))
      return { problem: "held stands alone: what is held is Scheduled or Retry." };
    return { patch: { status: [], held: "true" } };
  },
};

const AMOUNTS = ["attempts", "latency"];

/** A field of the payload, unless it is a slip of a filter that is compared too. */
function readOther(term: Term): Reading | null {
  const near = term.operator === ":" ? null : nearest(term.name, AMOUNTS);
  if (near === null) return readField(term);
  return { problem: `Did you mean ${near}? Write $.${term.text} for that field of the payload.` };
}

/** A single word without quotes is a type, a key or an id, which the list asks about. */
function readPhrases(words: readonly Word[]): Reading | null {
  const [{ text: first } = { text: "" }, ...more] = words;
  return more.length === 0 && !first.includes('"') ? null : readWords(words);
}

const SHARED = {
  params: [...deliveryFilterReader.names, ...Object.keys(searchFields)],
  reader: deliveryListReader,
  readOther,
  readWords: readPhrases,
} satisfies Partial<Grammar>;

/** What may be typed above the deliveries. */
export const DELIVERY_GRAMMAR: Grammar = { ...SHARED, terms: [STATUS, ENDPOINT, DEVICE, ...OTHERS] };

/** The same above the deliveries of one endpoint. */
export const ENDPOINT_DELIVERY_GRAMMAR: Grammar = { ...SHARED, terms: [STATUS, ...OTHERS] };
