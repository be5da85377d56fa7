import { Tag } from "@/lib/nouns/events/reference-fields";
import { MANY_TAGS, MAX_TAGS } from "@/lib/nouns/events/tags";
import { queryList } from "@/lib/wire/list-query";

/** The parameter `tag` of lists of events and of their deliveries. */
export const TagFilter = queryList(Tag, { most: MAX_TAGS, rule: MANY_TAGS }).describe(
  "With all of these tags of their event",
);
