import type { ProjectContext } from "@/lib/db/context";
import { withinDates } from "@/lib/db/id-range";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { toAlert } from "@/lib/nouns/alerts/presenters";
import type { Alert, ListAlerts } from "@/lib/nouns/alerts/schemas";
import type { Page } from "@/lib/wire/fields";

export async function listAlerts(ctx: ProjectContext, query: ListAlerts): Promise<Page<Alert>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("alerts")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice))
      .where(withinDates("id", query));
    if (query.subscriptionId.length > 0) rows = rows.where("subscription_id", "in", query.subscriptionId);
    if (query.endpointId.length > 0) rows = rows.where("endpoint_id", "in", query.endpointId);
    if (query.acknowledged) rows = rows.where("acknowledged_at", query.acknowledged === "true" ? "is not" : "is", null);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toAlert));
}
