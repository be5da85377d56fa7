import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { amongIds } from "@/lib/db/id-range";
import { HAS_OWN_LANE } from "@/lib/queue/lane";

/** The present destination of a delivery, and its subscription if that has a lane of its own. */
export type Target = {
  /** The endpoint or the device; a disabled device is inactive. Null if it was deleted. */
  destination: { name: string; status: string } | null;
  limitedSubscriptionId: string | null;
};

/** Reads the targets of deliveries, by delivery. */
export async function readTargets(
  trx: Kysely<DB>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Target>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string; status: string | null; limited: string | null }>`
    select d.id, coalesce(e.name, v.host_name, '') as name, s.id as limited,
      coalesce(e.status, case v.is_disabled when true then 'inactive' when false then 'active' end) as status
    from event_deliveries d
    left join endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id and e.deleted_at is null
    left join devices v on v.project_id = d.project_id and v.id = d.device_id and v.deleted_at is null
    left join subscriptions s on s.project_id = d.project_id and s.id = d.subscription_id and ${sql.raw(HAS_OWN_LANE)}
    where d.project_id = ${projectId} and ${amongIds("d.id", ids)}`.execute(trx);
  return new Map(
    rows.map(({ id, name, status, limited }) => [
      id,
      { destination: status === null ? null : { name, status }, limitedSubscriptionId: limited },
    ]),
  );
}
