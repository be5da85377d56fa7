import type { ProjectContext } from "@/lib/db/context";
import { soleRow } from "@/lib/db/sole-row";
import { MOST_COUNTED } from "@/lib/nouns/projects/most-counted";
import type { ProjectContents } from "@/lib/nouns/projects/schemas";

const count = (table: string, condition = "") =>
  `(select count(*)::int from (select from ${table} where project_id = $1 ${condition} limit ${MOST_COUNTED}) first)`;

const CONTENTS = `
select ${count("sources", "and deleted_at is null")} as sources, ${count("endpoints", "and deleted_at is null")} as endpoints,
  ${count("events")} as events, ${count("delivery_queue", "and kind = 'delivery'")} as waiting_deliveries`;

/** Counts what goes with a project, up to a bound. */
export async function readProjectContents({ db, projectId }: ProjectContext): Promise<ProjectContents> {
  const { rows } = await db.pool.query<ProjectContents>({
    name: "read_project_contents",
    text: CONTENTS,
    values: [projectId],
  });
  return soleRow(rows);
}
