import type { ReadStats } from "@/lib/nouns/stats/schemas";
import { among, dateFields, findDateRange, ids, queryReader, single } from "@/lib/wire/query-reader";

export const statsReader = queryReader<ReadStats>(
  {
    ...dateFields,
    endpointId: ids,
    subscriptionId: ids,
    sourceId: ids,
    interval: single(among(["minute", "hour", "day"], "Choose minute, hour or day."), "hour"),
  },
  findDateRange,
);
