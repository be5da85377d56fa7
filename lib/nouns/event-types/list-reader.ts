import type { ListEventTypes } from "@/lib/nouns/event-types/schemas";
import { among, pagingFields, queryReader, single, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";

export const eventTypeListReader = queryReader<ListEventTypes>({
  ...pagingFields,
  q: text,
  category: text,
  is_deprecated: single(among(["true", "false"], "Choose true or false."), undefined),
  ...referenceFields,
  is_public: single(among(["true", "false"], "Choose true or false."), undefined),
});
