import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { recordMetaEvents } from "@/lib/meta-events/record";
import { getProjectRow } from "@/lib/projects/queries";
import { ProjectSettings } from "@/lib/projects/schemas";
import { redactCredentials } from "@/lib/redaction";
import type { MetaEventType } from "@/lib/vocabulary";

/**
 * Tells the project's meta-event receiver what a mutation did, in the mutation's transaction and without credentials.
 */
export async function announce(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  what: { type: MetaEventType; data: object },
): Promise<void> {
  const project = await getProjectRow(trx, ctx.projectId);
  await recordMetaEvents(
    trx,
    { id: ctx.projectId, settings: ProjectSettings.parse(project.settings) },
    ctx.clock.now(),
    [{ type: what.type, data: redactCredentials(what.data) }],
  );
}
