import { ENDPOINT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListEndpoints } from "@/lib/nouns/endpoints/schemas";
import { anyOf, pagingFields, queryReader, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";
import { tags } from "@/lib/wire/tag-reader";

export const endpointListReader = queryReader<ListEndpoints>({
  ...pagingFields,
  name: text,
  q: text,
  status: anyOf(ENDPOINT_STATUSES),
  owner_id: text,
  tag: tags,
  ...referenceFields,
});
