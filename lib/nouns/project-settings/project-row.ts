import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import { HookyardError } from "@/lib/kernel/errors";

/** The stored project, locked for a change when asked; not found when it was deleted. */
export async function getProjectRow(db: Kysely<DB>, projectId: string, { lock = false } = {}) {
  const query = db.selectFrom("projects").selectAll().where("id", "=", projectId).where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new HookyardError("not_found", "No such project.");
  return row;
}
