import { z } from "zod";
import { isTag, TAG_RULE } from "@/lib/nouns/events/tags";

const MAX_PAIRS = 20;

const ID_RULE = "Give 1 to 255 characters, none of them a control character.";
const MetadataName = z
  .string()
  .regex(/^[^\p{Cc}=]{1,40}$/u, "Use a name of 1 to 40 characters, without = and control characters.");
const MetadataValue = z.string("Give text.").max(500, "Use at most 500 characters.");

const Metadata = z
  .record(MetadataName, MetadataValue, "Give an object of texts.")
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, `Give at most ${MAX_PAIRS} pairs.`);

/** A tag, of an event or of a filter. */
export const Tag = z.string(TAG_RULE).refine(isTag, TAG_RULE);

/** What the sender of an event calls it: kept, shown and found by, and never sent. */
export const referenceFields = {
  external_id: z
    .string()
    .max(255, ID_RULE)
    .regex(/^\P{Cc}+$/u, ID_RULE)
    .optional()
    .describe(
      "The sender's own reference, such as the id of an order. Several events may have the same: it is no idempotency key",
    ),
  metadata: Metadata.optional().describe(
    "Up to 20 pairs of text of the sender's own, names of 40 characters and values of 500 at most. An event answers them as the JSON text of that object",
  ),
  tags: z
    .array(Tag)
    .max(10, "At most 10 tags.")
    .optional()
    .describe("Words to find it and its deliveries by, each of 1 to 40 of `a-z 0-9 . _ : -`"),
};
