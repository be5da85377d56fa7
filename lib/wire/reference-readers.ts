import { MAX_PAIRS, PAIR, REFERENCE_RULES } from "@/lib/kernel/reference-rules";
import { type FieldReader, type Reading, readEach, text } from "@/lib/wire/query-reader";

function readPair(written: string): Reading<string> {
  return PAIR.test(written) ? { value: written } : { problem: REFERENCE_RULES.pair };
}

const pairs: FieldReader<string[]> = (texts) =>
  readEach(
    texts.filter((written) => written !== ""),
    readPair,
    { most: MAX_PAIRS, rule: REFERENCE_RULES.pairs },
  );

/** The filters of a list by what a company keeps of its own on a resource. */
export const referenceFields = { external_id: text, metadata: pairs };
