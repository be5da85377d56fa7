import pg from "pg";

/** Whether a statement failed because a row with that unique key exists already; `index` names the unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === index;
}
