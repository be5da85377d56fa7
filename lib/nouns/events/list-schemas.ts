import { z } from "zod";
import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import { METADATA_CONDITIONS } from "@/lib/nouns/events/metadata-condition";
import { conditionsOf, searchFilters } from "@/lib/nouns/events/search-query";
import { dateRange, paging, payloadView, QueryIds, QueryText, queryList, refineDateRange } from "@/lib/wire/list-query";
import { tagFilter } from "@/lib/wire/reference-query";

export const ListEvents = z
  .object({
    ...paging,
    ...payloadView,
    ...dateRange,
    sourceId: QueryIds.describe("From any of these sources"),
    endpointId: QueryIds.describe("Routed to any of these endpoints"),
    event_type: QueryText.describe("The event type; a trailing * takes every type that begins so"),
    idempotencyKey: QueryText.describe("The idempotency key, exactly"),
    externalId: QueryText.describe("The sender's external_id, exactly"),
    tag: tagFilter.describe("With all of these tags"),
    metadata: conditionsOf(METADATA_CONDITIONS).describe(
      "A pair of the sender's metadata: name=value; repeated, all must be there",
    ),
    ...searchFilters,
    status: queryList(z.enum(EVENT_STATUSES, `Choose of ${EVENT_STATUSES.join(", ")}.`)).describe(
      "Any of these statuses",
    ),
  })
  .superRefine(refineDateRange);
export type ListEvents = z.infer<typeof ListEvents>;
