import { amongIds } from "@/lib/db/id-range";
import { refuseTooMuch } from "@/lib/db/payload-limit";
import type { ReadContext } from "@/lib/db/read-context";
import type { DeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import type { Sent } from "@/lib/nouns/deliveries/presenters";
import type { LoadedEvents } from "@/lib/nouns/events/load";

/** Loads headers and payload of each delivery: its event's, unless a function changed them for this delivery. */
export async function loadSent(
  ctx: ReadContext,
  rows: readonly DeliveryRow[],
  events: LoadedEvents,
): Promise<Map<string, Sent>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  await refuseTooMuch(ctx, "event_deliveries", ids);
  const changed = await ctx.db
    .selectFrom("event_deliveries")
    .select(["id", "headers", "payload"])
    .where("project_id", "=", ctx.projectId)
    .where(amongIds("id", ids))
    .where((eb) => eb.or([eb("headers", "is not", null), eb("payload", "is not", null)]))
    .execute();
  const own = new Map(changed.map((row) => [row.id, row]));
  return new Map(
    rows.map(({ id, event_id }) => {
      const loaded = events.get(event_id);
      const headers = own.get(id)?.headers as Record<string, string> | null | undefined;
      return [
        id,
        {
          headers: headers ?? loaded?.event.headers ?? {},
          payload: own.get(id)?.payload ?? loaded?.payload ?? Buffer.alloc(0),
        },
      ];
    }),
  );
}
