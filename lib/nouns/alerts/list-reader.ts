import type { ListAlerts } from "@/lib/nouns/alerts/schemas";
import { among, dateFields, findDateRange, ids, pagingFields, queryReader, single } from "@/lib/wire/query-reader";

export const alertListReader = queryReader<ListAlerts>(
  {
    ...pagingFields,
    ...dateFields,
    subscriptionId: ids,
    endpointId: ids,
    acknowledged: single(among(["true", "false"], "Choose true or false."), undefined),
  },
  findDateRange,
);
