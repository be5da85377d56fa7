import type { Transaction } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { type IncidentRow, statusOf } from "@/lib/nouns/incidents/presenters";
import { presentIncident } from "@/lib/nouns/incidents/queries";
import type { IncidentWithNotes } from "@/lib/nouns/incidents/schemas";
import type { CreateNote } from "@/lib/nouns/notes/schemas";

/** Says that somebody has seen an incident. The first time counts: acknowledging it again changes nothing. */
export function acknowledgeIncident(ctx: ProjectContext, id: string): Promise<IncidentWithNotes> {
  const seen = () => ({ acknowledged_at: ctx.clock.now(), acknowledged_by: nameOf(ctx.actor) });
  return change(ctx, id, "incident.acknowledged", (row) => (row.acknowledged_at ? null : seen()));
}

/** Takes an acknowledgement back. Does nothing if there is none. */
export function unacknowledgeIncident(ctx: ProjectContext, id: string): Promise<IncidentWithNotes> {
  const unseen = { acknowledged_at: null, acknowledged_by: null };
  return change(ctx, id, "incident.unacknowledged", (row) => (row.acknowledged_at ? unseen : null));
}

/** Adds a note to an incident. */
export async function addIncidentNote(
  ctx: ProjectContext,
  id: string,
  { text }: CreateNote,
): Promise<IncidentWithNotes> {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, ctx.projectId, id);
    await trx
      .insertInto("incident_notes")
      .values({
        project_id: ctx.projectId,
        incident_id: id,
        id: newId(),
        author: nameOf(ctx.actor),
        body: text,
        created_at: ctx.clock.now(),
      })
      .execute();
    await recordAudit(trx, ctx, { action: "incident.note_added", resource: { type: "incident", id } });
    return row;
  });
  return presentIncident(ctx, row);
}

type Acknowledgement = { acknowledged_at: Date | null; acknowledged_by: string | null };

async function change(
  ctx: ProjectContext,
  id: string,
  action: string,
  decide: (row: IncidentRow) => Acknowledgement | null,
): Promise<IncidentWithNotes> {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, ctx.projectId, id);
    const changed = decide(row);
    if (!changed) return row;
    const after = await trx
      .updateTable("incidents")
      .set(changed)
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, {
      action,
      resource: { type: "incident", id },
      before: { status: statusOf(row) },
      after: { status: statusOf(after) },
    });
    return after;
  });
  return presentIncident(ctx, row);
}

async function lockRow(trx: Transaction<DB>, projectId: string, id: string): Promise<IncidentRow> {
  const row = await trx
    .selectFrom("incidents")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("incident");
  return row;
}
