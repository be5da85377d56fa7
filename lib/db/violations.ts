import pg from "pg";

/** Whether a statement failed because a row with that unique key exists already; `index` names the unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== "23505") return false;
  // In a shard an index has the shard's number behind its name.
  return error.constraint?.replace(/_\d{6,}$/, "") === index;
}
