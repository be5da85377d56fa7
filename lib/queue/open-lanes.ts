import { type Given, statement } from "@/lib/db/statement";

/**
 * Makes all lanes of a project due, in the transaction after which it takes work again. Locks their rows in the order of
 * `MARK_DUE`. Lanes without a row have no work, or are found as any forgotten one is.
 */
export const OPEN_LANES = statement(
  "open_lanes",
  (given: Given<string>) => `
with mine as materialized (
  select lane_id from lanes where project_id = ${given.value("uuid", (projectId) => projectId)} order by lane_id for update
)
update lanes l set due_at = now(), marks = l.marks + 1 from mine where l.lane_id = mine.lane_id`,
);
