import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { listAuditLog, listInstallationAuditLog } from "@/lib/nouns/audit-log/queries";
import { AuditEntry, ListAuditLog, ListInstallationAuditLog } from "@/lib/nouns/audit-log/schemas";

export const auditLogRoutes = [
  defineRoute({
    id: "listAuditLog",
    method: "get",
    path: "/v1/projects/{projectID}/audit-log",
    permission: "administer",
    tag: "Audit log",
    summary: "List the audit log",
    description:
      "Who changed what in the project, by API, in the dashboard and on the command line. Creating events is not told here: the events themselves are their record. Nothing can be removed from it; lines are kept for 400 days.",
    query: ListAuditLog,
    response: pageOf(AuditEntry),
    message: "Audit log fetched",
    handler: ({ ctx, query }) => listAuditLog(ctx, query),
  }),
  defineRoute({
    id: "listInstallationAuditLog",
    method: "get",
    path: "/v1/audit-log",
    permission: "own",
    tag: "Audit log",
    summary: "List the audit log of the installation",
    description:
      "What was done in every project, and what happens outside them: sign-ins and failed ones, sign-outs, accounts, passwords and sessions. Failed sign-ins are counted together by the minute, email and address, so that a flood of them is a few lines.",
    query: ListInstallationAuditLog,
    response: pageOf(AuditEntry),
    message: "Audit log fetched",
    handler: ({ ctx, query }) => listInstallationAuditLog(ctx, query),
  }),
];
