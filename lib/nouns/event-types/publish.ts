import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import type { PublishEventTypes, PublishedEventTypes } from "@/lib/nouns/event-types/schemas";

/** Marks every event type of the project as public, or none. What is so already stays as it is. */
export async function publishEventTypes(
  ctx: ProjectContext,
  { is_public }: PublishEventTypes,
): Promise<PublishedEventTypes> {
  return ctx.db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable("event_types")
      .set({ public_since: is_public ? sql<number>`version` : null, updated_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where("public_since", is_public ? "is" : "is not", null)
      .returning("id")
      .execute();
    await recordAudit(trx, ctx, {
      action: is_public ? "event_type.published" : "event_type.hidden",
      resource: { type: "event_type", id: null, name: `${rows.length} event types` },
    });
    return { changed: rows.length };
  });
}
