import { type Selectable, sql } from "kysely";
import type { Notifications } from "@/lib/db/generated";
import { withinDates } from "@/lib/db/id-range";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { NotificationStatus } from "@/lib/kernel/vocabulary";
import type { AlertScope } from "@/lib/nouns/alert-rules/scope";
import type { ListNotifications, Notification } from "@/lib/nouns/notifications/schemas";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

const IS_IN = {
  waiting: sql<boolean>`due_at is not null`,
  sent: sql<boolean>`sent_at is not null`,
  failed: sql<boolean>`failed_at is not null`,
} as const;

/** Lists the messages of a project or of the installation, the newest first. */
export async function listNotifications(scope: AlertScope, query: ListNotifications): Promise<Page<Notification>> {
  const states = query.status.map((status) => IS_IN[status]);
  const page = await readPage(query, (slice) => {
    let rows = scope.db
      .selectFrom("notifications")
      .selectAll()
      .where("project_id", "=", scope.projectId)
      .where(withinSlice("id", slice))
      .where(withinDates("id", query));
    if (states.length > 0) rows = rows.where(sql<boolean>`(${sql.join(states, sql` or `)})`);
    if (query.alertRouteId.length > 0) rows = rows.where("route_id", "in", query.alertRouteId);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toNotification));
}

function toNotification(row: Selectable<Notifications>): Notification {
  return {
    uid: row.id,
    channel: row.channel,
    status: statusOf(row),
    subject: row.subject,
    body: row.body,
    route_id: row.route_id,
    route_name: row.route_name,
    endpoint_id: row.endpoint_id,
    tries: row.num_trials,
    last_error: row.last_error,
    next_try_at: toTimestamp(row.due_at),
    created_at: row.created_at.toISOString(),
    sent_at: toTimestamp(row.sent_at),
    failed_at: toTimestamp(row.failed_at),
  };
}

function statusOf({ sent_at, failed_at }: Selectable<Notifications>): NotificationStatus {
  if (sent_at) return "sent";
  return failed_at ? "failed" : "waiting";
}
