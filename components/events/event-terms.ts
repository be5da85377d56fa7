import { toClosedChoices } from "@/components/filter-bar/find-choice";
import type { Grammar } from "@/components/filter-bar/parse-filters";
import type { Term } from "@/components/filter-bar/read-tokens";
import { HEADER, METADATA, readField, readWords, TAG } from "@/components/filter-bar/search-terms";
import { among, anyOf, type Reading, text } from "@/components/filter-bar/term-kinds";
import { TIME_TERMS } from "@/components/filter-bar/time-terms";
import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import { EVENT_FILTERS, eventListReader } from "@/lib/nouns/events/list-reader";

const STATUSES = toClosedChoices("status", EVENT_STATUSES);

const FILTERS = [
  anyOf(
    { name: "status", hint: EVENT_STATUSES.join(", ") },
    "status",
    among(() => STATUSES),
  ),
  anyOf(
    { name: "source", hint: "From this source" },
    "sourceId",
    among(({ choices }) => choices.source),
  ),
  anyOf(
    { name: "endpoint", hint: "Routed to this endpoint" },
    "endpointId",
    among(({ choices }) => choices.endpoint),
  ),
  text({ name: "type", hint: "Event type; order.* takes all that begin so" }, "event_type"),
  text({ name: "key", hint: "Idempotency key, exactly" }, "idempotencyKey"),
  text({ name: "external", hint: "Its sender's external_id, exactly" }, "externalId"),
  TAG,
  HEADER,
  METADATA,
  ...TIME_TERMS,
];

/** A comparison without a colon is of the payload: it says so where its name is a filter's too. */
const TERMS = FILTERS.map((kind) => ({
  ...kind,
  read: (term: Term, context: Parameters<typeof kind.read>[1]): Reading => {
    if (term.operator === ":") return kind.read(term, context);
    const { name, text: typed } = term;
    return { problem: `Write ${name}: and a value for the filter, or $.${typed} for that field of the payload.` };
  },
}));

/** What may be typed above the events: filters, fields of the payload, and words of it. */
export const EVENT_GRAMMAR: Grammar = {
  params: EVENT_FILTERS,
  terms: TERMS,
  reader: eventListReader,
  readOther: readField,
  readWords,
};
