import { listOf, type Reading } from "@/lib/wire/query-reader";

/** A word that an event is found by. */
const TAG = /^[a-z0-9._:-]{1,40}$/;

export const TAG_RULE = "Use a-z, 0-9 and . _ : - for a tag, 40 of them at most.";

export function isTag(text: string): boolean {
  return TAG.test(text);
}

const readTag = (text: string): Reading<string> => (isTag(text) ? { value: text } : { problem: TAG_RULE });

/** Reads the parameter `tag` of a list. */
export const tags = listOf(readTag);
