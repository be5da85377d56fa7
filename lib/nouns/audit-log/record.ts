import type { Insertable, Kysely } from "kysely";
import type { Actor, Context } from "@/lib/db/context";
import type { AuditLog, DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { AuditedResource } from "@/lib/kernel/vocabulary";
import { diffFields } from "@/lib/nouns/audit-log/diff";
import { stringifyExact } from "@/lib/wire/exact-json";

/** A change to record. `before` and `after` are the resource as presented; their differences are the changed fields. */
export type AuditedChange = {
  action: string;
  resource: { type: AuditedResource; id: string | null; name?: string };
  before?: object;
  after?: object;
  /** How many similar changes within a short time it stands for; one by default. */
  count?: number;
};

/**
 * Writes an audit entry for each change, in its transaction, so that neither exists without the other. An entry
 * outside projects is of the installation, and visible to its owner only. Credentials are left out.
 */
export async function recordAudit(
  trx: Kysely<DB>,
  ctx: Context & { projectId?: string },
  ...changes: readonly AuditedChange[]
): Promise<void> {
  if (changes.length === 0) return;
  const shared = {
    project_id: ctx.projectId ?? INSTALLATION,
    ...describeActor(ctx.actor),
    request_id: ctx.request?.id || null,
    address: ctx.request?.address || null,
    created_at: ctx.clock.now(),
  };
  const lines = changes.map(({ action, resource, before, after, count = 1 }) => ({
    ...shared,
    id: newId(),
    action,
    resource_type: resource.type,
    resource_id: resource.id,
    resource_name: resource.name ?? "",
    count,
    changes: stringifyExact(before && after ? diffFields(before, after) : {}),
  }));
  await trx.insertInto("audit_log").values(lines).execute();
  if (ctx.request) ctx.request.isAudited = true;
}

function describeActor(actor: Actor): Pick<Insertable<AuditLog>, "actor_kind" | "actor_id" | "actor_name"> {
  switch (actor.kind) {
    case "api_key":
      return { actor_kind: "api_key", actor_id: actor.id, actor_name: actor.name };
    case "user":
      return { actor_kind: "user", actor_id: actor.id, actor_name: actor.email };
    case "system":
      return { actor_kind: "system", actor_id: null, actor_name: "Hookyard" };
    case "anonymous":
      return { actor_kind: "anonymous", actor_id: null, actor_name: "" };
  }
}
