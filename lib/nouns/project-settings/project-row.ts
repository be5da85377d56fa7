import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import { HookyardError } from "@/lib/kernel/errors";

/** Reads a stored project, on request locked for a change. Throws not found if it was deleted. */
export async function getProjectRow(db: Kysely<DB>, projectId: string, { lock = false } = {}) {
  const query = db.selectFrom("projects").selectAll().where("id", "=", projectId).where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new HookyardError("not_found", "No such project.");
  return row;
}
