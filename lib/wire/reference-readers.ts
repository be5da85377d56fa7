import { MAX_PAIRS, PAIR, REFERENCE_RULES, TAG } from "@/lib/kernel/reference-rules";
import { type FieldReader, listOf, type Reading, readEach, text } from "@/lib/wire/query-reader";

const matching =
  (pattern: RegExp, problem: string) =>
  (written: string): Reading<string> =>
    pattern.test(written) ? { value: written } : { problem };

const readPair = matching(PAIR, REFERENCE_RULES.pair);

const pairs: FieldReader<string[]> = (texts) =>
  readEach(
    texts.filter((written) => written !== ""),
    readPair,
    { most: MAX_PAIRS, rule: REFERENCE_RULES.pairs },
  );

/** The filters of a list by what a company keeps of its own on a resource. */
export const referenceFields = { external_id: text, metadata: pairs };

export const tags = listOf(matching(TAG, REFERENCE_RULES.tag));
