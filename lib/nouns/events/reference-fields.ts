import { z } from "zod";
import { MAX_PAIRS, MAX_VALUE, REFERENCE_RULES } from "@/lib/kernel/reference-rules";
import { ExternalId, MetadataKey } from "@/lib/kernel/references";
import { isTag, TAG_RULE } from "@/lib/kernel/tag";

/** Each delivery has them too: fewer than a resource may have. */
const MAX_TAGS = 10;

/** Values of programs: unlike those that a person types into a form, they may have several lines. */
const Metadata = z
  .record(MetadataKey, z.string("Give text.").max(MAX_VALUE, REFERENCE_RULES.value), "Give an object of texts.")
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, REFERENCE_RULES.pairs);

/** A tag, of an event or of a filter. */
export const Tag = z.string(TAG_RULE).refine(isTag, TAG_RULE);

/** What the sender of an event calls it: kept, shown and found by, and never sent. */
export const referenceFields = {
  external_id: ExternalId.min(1, "Leave it out, or give the reference.")
    .optional()
    .describe(
      "The sender's own reference, such as the id of an order. Several events may have the same: it is no idempotency key",
    ),
  metadata: Metadata.optional().describe(
    "Up to 20 pairs of text of the sender's own, names of 1 to 40 characters without `=` and square brackets, values of 500 at most. An event answers them as the JSON text of that object",
  ),
  tags: z
    .array(Tag)
    .max(MAX_TAGS, `Give at most ${MAX_TAGS} tags.`)
    .optional()
    .describe("Words to find it and its deliveries by, each of 1 to 40 of `a-z 0-9 . _ : -`"),
};
