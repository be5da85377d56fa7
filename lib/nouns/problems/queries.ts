import type { Selectable } from "kysely";
import type { Problems } from "@/lib/db/generated";
import { withinDates } from "@/lib/db/id-range";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { AlertScope } from "@/lib/nouns/alert-rules/scope";
import type { ListProblems, Problem } from "@/lib/nouns/problems/schemas";
import { problemTitle } from "@/lib/nouns/problems/words";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** Lists what the alert rules have found, the newest first; nothing that is not past its threshold yet. */
export async function listProblems(scope: AlertScope, query: ListProblems): Promise<Page<Problem>> {
  const [status, ...others] = new Set(query.status);
  const page = await readPage(query, (slice) => {
    let rows = scope.db
      .selectFrom("problems")
      .selectAll()
      .where("project_id", "=", scope.projectId)
      .where("raised_at", "is not", null)
      .where(withinSlice("id", slice))
      .where(withinDates("id", query));
    if (status !== undefined && others.length === 0)
      rows = rows.where("ended_at", status === "open" ? "is" : "is not", null);
    if (query.kind.length > 0) rows = rows.where("kind", "in", query.kind);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toProblem));
}

function toProblem(row: Selectable<Problems>): Problem {
  return {
    uid: row.id,
    kind: row.kind,
    level: row.level,
    status: row.ended_at ? "over" : "open",
    title: problemTitle(row),
    cause: row.cause,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    amount: row.amount,
    since: row.since.toISOString(),
    raised_at: (row.raised_at ?? row.since).toISOString(),
    ended_at: toTimestamp(row.ended_at),
  };
}
