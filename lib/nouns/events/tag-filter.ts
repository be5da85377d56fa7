import { Tag } from "@/lib/nouns/events/reference-fields";
import { queryList } from "@/lib/wire/list-query";

/** The parameter `tag` of lists of events and of their deliveries. */
export const TagFilter = queryList(Tag).describe("With all of these tags of their event");
