import { EVENT_GRAMMAR } from "@/components/events/event-terms";
import type { KnownNames } from "@/components/filter-bar/term-kinds";
import { writeFields, writePairs } from "@/components/filter-bar/write-search";
import { writeDates, writeNames, writeTerm } from "@/components/filter-bar/write-terms";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";
import { readWords } from "@/lib/nouns/events/search-conditions";

/** The filters of a list as one types them; typed, they find the same events again. Null where one cannot be typed. */
export function writeEventTerms(values: ListEvents, { choices }: KnownNames): string | null {
  const fields = writeFields(values.body, EVENT_GRAMMAR.terms);
  if (fields === null) return null;
  const terms = [
    writeTerm("status", values.status),
    writeNames("source", values.sourceId, choices.source),
    writeNames("endpoint", values.endpointId, choices.endpoint),
    writeTerm("type", values.event_type),
    writeTerm("key", values.idempotencyKey),
    writeTerm("external", values.externalId),
    writeTerm("tag", values.tag),
    writePairs("header", values.header),
    writePairs("meta", values.metadata),
    fields,
    writeDates(values),
    readWords(values.q ?? "").map(writeWord),
  ];
  return terms.flat().join(" ");
}

function writeWord(word: string): string {
  return /^[\p{L}\p{N}]+$/u.test(word) || word.includes('"') ? word : `"${word}"`;
}
