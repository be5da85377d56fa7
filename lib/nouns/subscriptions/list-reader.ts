import type { ListSubscriptions } from "@/lib/nouns/subscriptions/schemas";
import { ids, pagingFields, queryReader, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";

export const subscriptionListReader = queryReader<ListSubscriptions>({
  ...pagingFields,
  endpointId: ids,
  deviceId: ids,
  sourceId: ids,
  name: text,
  ...referenceFields,
});
