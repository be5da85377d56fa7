import type { ApiServices } from "@/lib/api/services";
import type { Database } from "@/lib/db/client";
import type { Context } from "@/lib/db/context";

/** The databases that may have projects of the caller. */
export function databasesOf(
  { dbs, dbOf }: Pick<ApiServices, "dbs" | "dbOf">,
  actor: Context["actor"],
): readonly Database[] {
  return actor.kind === "api_key" ? [dbOf(actor.projectId)] : dbs();
}
