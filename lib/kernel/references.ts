import { z } from "zod";

/**
 * What a company keeps of its own on a resource: the identifier that it has there, pairs of text, and tags. Hookyard
 * stores them, finds by them and never acts on them. Browser-safe.
 */

export const MAX_EXTERNAL_ID = 255;
export const MAX_PAIRS = 20;
export const MAX_KEY = 40;
export const MAX_VALUE = 500;
export const MAX_TAGS = 20;

/** What schemas, readers of addresses and forms say of a wrong value. */
export const REFERENCE_RULES = {
  externalId: `Use 1 to ${MAX_EXTERNAL_ID} characters.`,
  control: "Leave out line breaks and control characters.",
  ends: "Leave out the spaces at the ends.",
  pairs: `Give at most ${MAX_PAIRS} pairs.`,
  key: `A key has 1 to ${MAX_KEY} characters.`,
  brackets: "A key has no square brackets.",
  value: `A value has at most ${MAX_VALUE} characters.`,
  tags: `Give at most ${MAX_TAGS} tags.`,
  tag: "A tag has 1 to 40 characters of a-z, 0-9 and . _ : -",
  twice: "A tag stands here twice.",
} as const;

/** Nothing that breaks a line or hides in it: C0, DEL, C1 and the two separators of Unicode. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const TAG = /^[a-z0-9._:-]{1,40}$/;

/** The caller's own identifier of a resource. */
export const ExternalId = z
  .string()
  .min(1, REFERENCE_RULES.externalId)
  .max(MAX_EXTERNAL_ID, REFERENCE_RULES.externalId)
  .regex(ONE_LINE, REFERENCE_RULES.control)
  .refine((text) => text === text.trim(), REFERENCE_RULES.ends);

const MetadataKey = z
  .string()
  .min(1, REFERENCE_RULES.key)
  .max(MAX_KEY, REFERENCE_RULES.key)
  .regex(ONE_LINE, REFERENCE_RULES.control)
  .regex(/^[^[\]]*$/, REFERENCE_RULES.brackets);

const MetadataValue = z.string().max(MAX_VALUE, REFERENCE_RULES.value).regex(ONE_LINE, REFERENCE_RULES.control);

/** Pairs of text, replaced as a whole. The border refuses `__proto__`; `constructor` is a key like any other. */
export const Metadata = z
  .record(MetadataKey, MetadataValue, {
    error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : undefined),
  })
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, REFERENCE_RULES.pairs);
export type Metadata = z.infer<typeof Metadata>;

export const Tag = z.string().regex(TAG, REFERENCE_RULES.tag);

export const Tags = z
  .array(Tag)
  .max(MAX_TAGS, REFERENCE_RULES.tags)
  .refine((tags) => new Set(tags).size === tags.length, REFERENCE_RULES.twice);

/** The fields that each resource takes: null, "" and {} remove what was there. */
export const referenceFields = { external_id: ExternalId.or(z.literal("")).nullish(), metadata: Metadata.nullish() };

/** The same fields in an answer. */
export const referenceAnswer = { external_id: z.string().nullable(), metadata: z.record(z.string(), z.string()) };
