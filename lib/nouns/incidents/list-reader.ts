import { INCIDENT_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListIncidents } from "@/lib/nouns/incidents/schemas";
import { anyOf, dateFields, findDateRange, ids, pagingFields, queryReader } from "@/lib/wire/query-reader";

export const incidentListReader = queryReader<ListIncidents>(
  { ...pagingFields, ...dateFields, status: anyOf(INCIDENT_STATUSES), endpointId: ids },
  findDateRange,
);
