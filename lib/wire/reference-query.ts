import { z } from "zod";
import { MAX_PAIRS, PAIR, REFERENCE_RULES } from "@/lib/kernel/reference-rules";
import { TAG, TAG_RULE } from "@/lib/kernel/tag";
import { QueryText, queryList } from "@/lib/wire/list-query";

/** Finds resources by what a company keeps of its own on them; reference-readers.ts reads the same for pages. */
export const referenceFilters = {
  external_id: QueryText.describe("Your own identifier of it, exactly"),
  metadata: z
    .preprocess(
      (given) => [given ?? []].flat().filter((text) => text !== ""),
      z.array(z.string().regex(PAIR, REFERENCE_RULES.pair)).max(MAX_PAIRS, REFERENCE_RULES.pairs),
    )
    .describe("`key=value`, repeatable: with all of these pairs"),
};

export const tagFilter = queryList(z.string().regex(TAG, TAG_RULE));
