import type { Kysely } from "kysely";
import { diffFields } from "@/lib/audit-log/diff";
import type { Actor, Context } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/ids";

/** What was done. `before` and `after` are the resource as it is answered; from them come the changed fields. */
export type AuditedChange = {
  action: string;
  resource: { type: string; id: string | null; name?: string };
  before?: object;
  after?: object;
};

/**
 * Writes a line of the audit log, in the transaction of the change that it tells, so that neither is there without the
 * other. Credentials are left out.
 */
export async function recordAudit(
  trx: Kysely<DB>,
  ctx: Context & { projectId: string },
  { action, resource, before, after }: AuditedChange,
): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({
      project_id: ctx.projectId,
      id: newId(),
      action,
      ...describeActor(ctx.actor),
      resource_type: resource.type,
      resource_id: resource.id,
      resource_name: resource.name ?? "",
      changes: JSON.stringify(before && after ? diffFields(before, after) : {}),
      request_id: ctx.request?.id ?? null,
      address: ctx.request?.address || null,
      created_at: ctx.clock.now(),
    })
    .execute();
  if (ctx.request) ctx.request.isAudited = true;
}

function describeActor(actor: Actor) {
  switch (actor.kind) {
    case "api_key":
      return { actor_kind: "api_key", actor_id: actor.id, actor_name: actor.name };
    case "user":
      return { actor_kind: "user", actor_id: actor.id, actor_name: actor.email };
    case "system":
    case "anonymous":
      return { actor_kind: "system", actor_id: null, actor_name: "Hookyard" };
  }
}
