import type { Route } from "@/lib/api/route";
import type { Context } from "@/lib/db/context";
import { isId } from "@/lib/kernel/ids";
import { AUDITED_RESOURCES, type AuditedResource } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/**
 * Records in the audit log what a route changed, unless its domain did so in its own transaction. So no operation can
 * be forgotten: it is recorded here, or it declares `audit: "none"` with a reason.
 */
export async function auditRequest(ctx: Context, route: Route, params: Record<string, string>, data: unknown) {
  if (route.method === "get" || route.audit !== undefined || ctx.request?.isAudited) return;
  const { action, type } = toAction(route.id);
  await recordAudit(ctx.db, ctx, { action, resource: { type, ...findResource(params, data) } });
}

/** The resource that the answer shows; where it shows none, the last one that the path names. */
function findResource(params: Record<string, string>, data: unknown): { id: string | null; name: string } {
  const { uid, name } = (data ?? {}) as { uid?: unknown; name?: unknown };
  const inPath = Object.entries(params).findLast(([key]) => key !== "projectID")?.[1];
  const id = typeof uid === "string" && isId(uid) ? uid : (inPath ?? null);
  return { id, name: typeof name === "string" ? name : "" };
}

/** `cancelReplay` is `replay.cancel`; an operation without a noun is recorded for the project. */
function toAction(routeId: string): { action: string; type: AuditedResource } {
  const [verb = "change", ...noun] = routeId.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const name = noun.join("_");
  return { action: `${name || "project"}.${verb}`, type: AUDITED_RESOURCES.find((type) => type === name) ?? "project" };
}
