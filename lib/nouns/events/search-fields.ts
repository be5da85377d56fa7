import {
  BODY_RULE,
  HEADER_RULE,
  MANY_CONDITIONS,
  MANY_HEADERS,
  MAX_CONDITIONS,
  MAX_HEADERS,
  readBodyCondition,
  readHeaderCondition,
} from "@/lib/nouns/events/search-conditions";
import { type FieldReader, MAX_TEXT, QUERY_RULES, type Reading, readEach, text } from "@/lib/wire/query-reader";

type Conditions = { isOne: (written: string) => boolean; rule: string; most: number; many: string };

/** Repeated; a comma is part of the value. */
export function conditions({ isOne, rule, most, many }: Conditions): FieldReader<string[]> {
  const read = (written: string): Reading<string> => {
    if (written.length > MAX_TEXT) return { problem: QUERY_RULES.long };
    return isOne(written) ? { value: written } : { problem: rule };
  };
  return (texts) =>
    readEach(
      texts.filter((written) => written !== ""),
      read,
      { most, rule: many },
    );
}

/** The fields of a list that search payloads and headers. */
export const searchFields = {
  q: text,
  body: conditions({
    isOne: (written) => readBodyCondition(written) !== null,
    rule: BODY_RULE,
    most: MAX_CONDITIONS,
    many: MANY_CONDITIONS,
  }),
  header: conditions({
    isOne: (written) => readHeaderCondition(written) !== null,
    rule: HEADER_RULE,
    most: MAX_HEADERS,
    many: MANY_HEADERS,
  }),
};
