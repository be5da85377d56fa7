import { listOf } from "@/lib/wire/query-reader";

/** A word that an event is found by. */
const TAG = /^[a-z0-9._:-]{1,40}$/;

export const MAX_TAGS = 10;
export const TAG_RULE = "Use 1 to 40 of a-z, 0-9, dot, underscore, colon and hyphen.";
export const MANY_TAGS = `At most ${MAX_TAGS} tags.`;

export function isTag(text: string): boolean {
  return TAG.test(text);
}

/** Reads the parameter `tag` of a list. */
export const tags = listOf<string>((text) => (isTag(text) ? { value: text } : { problem: TAG_RULE }), {
  most: MAX_TAGS,
  rule: MANY_TAGS,
});
