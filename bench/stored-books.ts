import type { Books } from "@/bench/accounts";
import { UNFINISHED } from "@/bench/ledger";
import { openConnection } from "@/lib/db/connection";
import type { DeliveryStatus, EventStatus } from "@/lib/kernel/vocabulary";

/** What a database has of the events of all projects, which are too many to ask the API about each. */
export function storedBooks(databaseUrl: string): Books {
  const query = async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = await openConnection(databaseUrl);
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    async isWaiting() {
      const rows = await query("select 1 from event_deliveries where status = any($1) limit 1", [UNFINISHED]);
      return rows.length > 0;
    },
    async readDeliveries() {
      const rows = await query<{ event: string; statuses: DeliveryStatus[] }>(
        "select event_id as event, array_agg(status) as statuses from event_deliveries group by project_id, event_id",
      );
      return new Map(rows.map(({ event, statuses }) => [event, statuses]));
    },
    async readEvents() {
      const rows = await query<{ id: string; status: EventStatus }>("select id, status from events");
      return new Map(rows.map(({ id, status }) => [id, status]));
    },
  };
}
