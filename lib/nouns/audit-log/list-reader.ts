import { ACTOR_KINDS, AUDITED_RESOURCES } from "@/lib/kernel/vocabulary";
import type { ListAuditLog, ListInstallationAuditLog } from "@/lib/nouns/audit-log/schemas";
import { anyOf, dateFields, findDateRange, ids, pagingFields, queryReader, text } from "@/lib/wire/query-reader";

const fields = {
  ...pagingFields,
  ...dateFields,
  action: text,
  actorId: ids,
  actorKind: anyOf(ACTOR_KINDS),
  resourceType: anyOf(AUDITED_RESOURCES),
  resourceId: ids,
};

export const auditLogReader = queryReader<ListAuditLog>(fields, findDateRange);

export const installationAuditLogReader = queryReader<ListInstallationAuditLog>(
  { ...fields, projectId: ids },
  findDateRange,
);
