import { isTag, TAG_RULE } from "@/lib/kernel/tag";
import { listOf } from "@/lib/wire/query-reader";

/** The filter of a list by tags. */
export const tags = listOf<string>((tag) => (isTag(tag) ? { value: tag } : { problem: TAG_RULE }));
