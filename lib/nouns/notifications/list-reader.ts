import { NOTIFICATION_STATUSES } from "@/lib/kernel/alerting-words";
import type { ListNotifications } from "@/lib/nouns/notifications/schemas";
import { anyOf, dateFields, findDateRange, ids, pagingFields, queryReader } from "@/lib/wire/query-reader";

export const notificationListReader = queryReader<ListNotifications>(
  {
    ...pagingFields,
    ...dateFields,
    status: anyOf(NOTIFICATION_STATUSES),
    alertRouteId: ids,
  },
  findDateRange,
);
