import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import type { AuditedResource, MetaEventType } from "@/lib/kernel/vocabulary";
import { recordMetaEvents } from "@/lib/nouns/announcements/record-meta-events";
import { type AuditedChange, recordAudit } from "@/lib/nouns/audit-log/record";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { redactCredentials } from "@/lib/wire/redaction";

/** A resource as presented. */
type Announced = { uid: string; name: string };

/** The meta event types that correspond to audited resources. */
export type AnnouncedType = {
  [Type in MetaEventType]: Type extends `${AuditedResource}.${string}` ? Type : never;
}[MetaEventType];

export type Announcement = {
  type: AnnouncedType;
  data: Announced;
  before?: object;
  /** What the audit log tells of a change that the resource does not show. */
  audited?: Omit<AuditedChange, "resource">;
};

/**
 * Announces a mutation to the project's meta-event receiver and the audit log, in the mutation's transaction and
 * without credentials. With the resource as it was `before`, the log shows what changed.
 */
export async function announce(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  ...announcements: readonly Announcement[]
): Promise<void> {
  if (announcements.length === 0) return;
  await recordAudit(trx, ctx, ...announcements.map(toAuditedChange));
  const project = await getProjectRow(trx, ctx.projectId);
  await recordMetaEvents(
    trx,
    { id: ctx.projectId, settings: ProjectSettings.parse(project.settings) },
    ctx.clock.now(),
    announcements.map(({ type, data }) => ({ type, data: redactCredentials(data) })),
  );
}

function toAuditedChange({ type, data, before, audited }: Announcement): AuditedChange {
  const [noun] = type.split(".") as [AuditedResource];
  const resource = { type: noun, id: data.uid, name: data.name };
  return { ...(audited ?? { action: type, ...(before && { before, after: data }) }), resource };
}
