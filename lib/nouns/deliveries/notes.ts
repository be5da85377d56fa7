import type { Kysely } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import type { CreateNote, Note } from "@/lib/nouns/notes/schemas";
import { toNote } from "@/lib/nouns/notes/to-note";

const MOST = 100;

/** Lists the notes of a delivery, the oldest first. Throws not found if it does not exist. */
export async function listDeliveryNotes(ctx: ProjectContext, deliveryId: string): Promise<Note[]> {
  await findType(ctx, deliveryId);
  return readNotes(ctx, deliveryId);
}

/**
 * Adds a note to a delivery, and returns all of them. Throws not found if it does not exist, and `conflict` if it has a
 * hundred already.
 */
export async function addDeliveryNote(ctx: ProjectContext, deliveryId: string, { text }: CreateNote): Promise<Note[]> {
  const name = await findType(ctx, deliveryId);
  return ctx.db.transaction().execute(async (trx) => {
    const before = await readNotes({ db: trx, projectId: ctx.projectId }, deliveryId);
    if (before.length >= MOST) throw conflict(`A delivery has at most ${MOST} notes.`);
    const row = {
      project_id: ctx.projectId,
      delivery_id: deliveryId,
      id: newId(),
      author: nameOf(ctx.actor),
      body: text,
      created_at: ctx.clock.now(),
    };
    await trx.insertInto("delivery_notes").values(row).execute();
    await recordAudit(trx, ctx, {
      action: "event_delivery.note_added",
      resource: { type: "event_delivery", id: deliveryId, name },
    });
    return [...before, toNote(row)];
  });
}

async function findType({ db, projectId }: ProjectContext, id: string): Promise<string> {
  const row = await db
    .selectFrom("event_deliveries")
    .select("event_type")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("event delivery");
  return row.event_type;
}

async function readNotes(
  { db, projectId }: { db: Kysely<DB>; projectId: string },
  deliveryId: string,
): Promise<Note[]> {
  const rows = await db
    .selectFrom("delivery_notes")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("delivery_id", "=", deliveryId)
    .orderBy("id")
    .limit(MOST)
    .execute();
  return rows.map(toNote);
}
