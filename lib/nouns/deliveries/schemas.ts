import { z } from "zod";
import type * as answers from "@/lib/nouns/deliveries/answer-schemas";
import { deliveryFilters, refineRanges } from "@/lib/nouns/deliveries/filter-schemas";
import { searchFilters } from "@/lib/nouns/events/search-query";
import { paging, payloadView, queryValue } from "@/lib/wire/list-query";

// Only their types: a page that reads its address by the schema of the list need not load those of the answers, with
// all that they contain.
export type DeliveryMetadata = z.infer<typeof answers.DeliveryMetadata>;
export type EventDelivery = z.infer<typeof answers.EventDelivery>;
export type Attempt = z.infer<typeof answers.Attempt>;

export const ListEventDeliveries = z
  .object({
    ...paging,
    ...payloadView,
    ...deliveryFilters,
    ...searchFilters,
  })
  .superRefine(refineRanges);
export type ListEventDeliveries = z.infer<typeof ListEventDeliveries>;

export const ResendQuery = z.object({
  force: queryValue(z.enum(["true", "false"], "Choose true or false.").default("false")).describe(
    "true resends what had succeeded already",
  ),
});
export type ResendQuery = z.infer<typeof ResendQuery>;
