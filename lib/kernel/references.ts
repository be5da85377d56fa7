import { z } from "zod";
import {
  MAX_EXTERNAL_ID,
  MAX_KEY,
  MAX_PAIRS,
  MAX_TAGS,
  MAX_VALUE,
  ONE_LINE,
  REFERENCE_RULES,
} from "@/lib/kernel/reference-rules";
import { TAG, TAG_RULE } from "@/lib/kernel/tag";

/**
 * What a company keeps of its own on a resource: the identifier that it has there, pairs of text, and tags. Hookyard
 * stores them, finds by them and never acts on them. Browser-safe.
 */

const oneLine = (most: number, rule: string) =>
  z
    .string()
    .max(most, rule)
    .regex(ONE_LINE, REFERENCE_RULES.control)
    .refine((text) => text === text.trim(), REFERENCE_RULES.ends);

/** The caller's own identifier of a resource. */
export const ExternalId = oneLine(MAX_EXTERNAL_ID, REFERENCE_RULES.externalId);

/** A key of metadata: no `=`, with which a filter by a pair is written. */
export const MetadataKey = oneLine(MAX_KEY, REFERENCE_RULES.key)
  .min(1, REFERENCE_RULES.key)
  .regex(/^[^[\]=]*$/, REFERENCE_RULES.signs);

/** Pairs of text, replaced as a whole. The border refuses `__proto__`; `constructor` is a key like any other. */
export const Metadata = z
  .record(MetadataKey, oneLine(MAX_VALUE, REFERENCE_RULES.value), {
    error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : undefined),
  })
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, REFERENCE_RULES.pairs);

export const Tags = z
  .array(z.string().regex(TAG, TAG_RULE))
  .max(MAX_TAGS, REFERENCE_RULES.tags)
  .refine((tags) => new Set(tags).size === tags.length, REFERENCE_RULES.twice);

/** The fields that each resource takes; null, "" and {} remove what was there. */
export const referenceFields = { external_id: ExternalId.nullish(), metadata: Metadata.nullish() };

/** The same fields of an answer. */
export const referenceAnswer = { external_id: z.string().nullable(), metadata: z.record(z.string(), z.string()) };

export type References = { external_id: string | null; metadata: Record<string, string> };
export type GivenReferences = { [Name in keyof References]?: References[Name] | null | undefined };
