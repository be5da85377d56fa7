import { z } from "zod";
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
import { QueryText } from "@/lib/wire/list-query";
import { MAX_TEXT, QUERY_RULES } from "@/lib/wire/query-reader";

type Conditions = { isOne: (written: string) => boolean; rule: string; most: number; many: string };

/** A repeated parameter; a comma is part of the value. */
export function conditionsOf({ isOne, rule, most, many }: Conditions) {
  return z.preprocess(
    (given) => [given ?? []].flat().filter((text) => text !== ""),
    z.array(z.string().max(MAX_TEXT, QUERY_RULES.long).refine(isOne, rule)).max(most, many),
  );
}

const BodyConditions = conditionsOf({
  isOne: (text) => readBodyCondition(text) !== null,
  rule: BODY_RULE,
  most: MAX_CONDITIONS,
  many: MANY_CONDITIONS,
});

const HeaderConditions = conditionsOf({
  isOne: (text) => readHeaderCondition(text) !== null,
  rule: HEADER_RULE,
  most: MAX_HEADERS,
  many: MANY_HEADERS,
});

/** The parameters of a list that search what came in: its payload and its headers. */
export const searchFilters = {
  q: QueryText.describe(
    'Words that all stand somewhere in the payload, in any case; "a phrase" in quotes is looked for as one. At most 10',
  ),
  body: BodyConditions.describe(
    "What the payload's JSON must be like: path:operator:value, such as customer.id:eq:42; repeated, all must hold. The path is dotted and finds any element of a list. Operators: eq, neq, gt, gte, lt, lte, contains (in any case), startsWith, endsWith, exist (true or false). A number is equal to the same text too, unless quoted as text",
  ),
  header: HeaderConditions.describe(
    "A header that the event came with: name=value for exactly this value, or a name alone; repeated, all must hold. A viewer may not ask for the value of one that looks like a credential",
  ),
};
