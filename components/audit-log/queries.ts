import { type Query, read } from "@/components/data/read";

export const auditLogRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/audit-log", { projectID }, query);

export const installationAuditLogRead = (query: Query) => read("/v1/audit-log", {}, query);
