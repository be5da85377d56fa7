import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListMetaEvents } from "@/lib/nouns/meta-events/schemas";
import {
  anyOf,
  dateFields,
  findDateRange,
  pagingFields,
  payloadViewField,
  queryReader,
  text,
} from "@/lib/wire/query-reader";

export const metaEventListReader = queryReader<ListMetaEvents>(
  { ...pagingFields, ...payloadViewField, ...dateFields, event_type: text, status: anyOf(DELIVERY_STATUSES) },
  findDateRange,
);
