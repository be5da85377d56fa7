import type { Selectable } from "kysely";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { AuditLog } from "@/lib/db/generated";
import { withinDates } from "@/lib/db/id-range";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { matchesPattern } from "@/lib/db/text-match";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { AuditEntry, ListAuditLog, ListInstallationAuditLog } from "@/lib/nouns/audit-log/schemas";
import type { Page } from "@/lib/wire/fields";

/** Lists the entries of a project. */
export function listAuditLog(ctx: ProjectContext, query: ListAuditLog): Promise<Page<AuditEntry>> {
  return listEntries(ctx, { ...query, projectId: [ctx.projectId] });
}

/** Lists the entries of all projects and outside them. */
export function listInstallationAuditLog(ctx: Context, query: ListInstallationAuditLog): Promise<Page<AuditEntry>> {
  return listEntries(ctx, query);
}

async function listEntries({ db }: Context, query: ListInstallationAuditLog): Promise<Page<AuditEntry>> {
  const page = await readPage(query, (slice) => {
    let rows = db.selectFrom("audit_log").selectAll().where(withinSlice("id", slice)).where(withinDates("id", query));
    const [projectId] = query.projectId;
    if (query.projectId.length === 1 && projectId) rows = rows.where("project_id", "=", projectId);
    else if (query.projectId.length > 1) rows = rows.where("project_id", "in", query.projectId);
    if (query.action) rows = rows.where(matchesPattern("action", query.action));
    if (query.actorId.length > 0) rows = rows.where("actor_id", "in", query.actorId);
    if (query.actorKind.length > 0) rows = rows.where("actor_kind", "in", query.actorKind);
    if (query.resourceType.length > 0) rows = rows.where("resource_type", "in", query.resourceType);
    if (query.resourceId.length > 0) rows = rows.where("resource_id", "in", query.resourceId);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toAuditEntry));
}

function toAuditEntry(row: Selectable<AuditLog>): AuditEntry {
  return {
    uid: row.id,
    // Null in an entry that version 0.1 wrote.
    project_id: row.project_id === INSTALLATION ? null : row.project_id,
    action: row.action,
    actor: { kind: row.actor_kind, uid: row.actor_id, name: row.actor_name },
    resource: { type: row.resource_type, uid: row.resource_id, name: row.resource_name },
    changes: row.changes as AuditEntry["changes"],
    count: row.count,
    request_id: row.request_id,
    address: row.address,
    created_at: row.created_at.toISOString(),
  };
}
