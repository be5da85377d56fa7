import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";
import { METADATA_CONDITIONS } from "@/lib/nouns/events/metadata-condition";
import { conditions, searchFields } from "@/lib/nouns/events/search-fields";
import {
  anyOf,
  dateFields,
  findDateRange,
  ids,
  pagingFields,
  payloadViewField,
  queryReader,
  text,
} from "@/lib/wire/query-reader";
import { tags } from "@/lib/wire/tag-reader";

const filterFields = {
  ...dateFields,
  sourceId: ids,
  endpointId: ids,
  event_type: text,
  idempotencyKey: text,
  externalId: text,
  tag: tags,
  metadata: conditions(METADATA_CONDITIONS),
  ...searchFields,
  status: anyOf(EVENT_STATUSES),
};

/** The filters without the place in the list. */
export const EVENT_FILTERS = Object.keys(filterFields);

export const eventListReader = queryReader<ListEvents>(
  { ...pagingFields, ...payloadViewField, ...filterFields },
  findDateRange,
);
