import type { Transaction } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { ProjectContext } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { recordMetaEvents } from "@/lib/meta-events/record";
import { getProjectRow } from "@/lib/projects/queries";
import { ProjectSettings } from "@/lib/projects/schemas";
import { redactCredentials } from "@/lib/redaction";
import type { MetaEventType } from "@/lib/vocabulary";

/** A resource as it is answered. */
type Announced = { uid: string; name: string };

/**
 * Tells the project's meta-event receiver and the audit log what a mutation did, in the mutation's transaction and
 * without credentials. With the resource as it was `before`, the log tells what changed.
 */
export async function announce(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  what: { type: MetaEventType; data: Announced; before?: object },
): Promise<void> {
  const [type = ""] = what.type.split(".");
  const { uid: id, name } = what.data;
  await recordAudit(trx, ctx, {
    action: what.type,
    resource: { type, id, name },
    ...(what.before && { before: what.before, after: what.data }),
  });
  const project = await getProjectRow(trx, ctx.projectId);
  await recordMetaEvents(
    trx,
    { id: ctx.projectId, settings: ProjectSettings.parse(project.settings) },
    ctx.clock.now(),
    [{ type: what.type, data: redactCredentials(what.data) }],
  );
}
