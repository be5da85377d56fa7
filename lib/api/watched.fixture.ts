import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";

type Ids = Readonly<Record<string, string | undefined>>;

/** Writes an alert with this word in its message; returns its id. */
export async function writeAlert(db: Kysely<DB>, ids: Ids, mark: string): Promise<string> {
  const id = newId();
  const { projectID: project_id = "", endpointID: endpoint_id = "", subscriptionID: subscription_id = "" } = ids;
  const counted = { failures: 3, threshold_seconds: 60, message: `${mark} alert` };
  await db
    .insertInto("alerts")
    .values({ project_id, id, endpoint_id, subscription_id, ...counted })
    .execute();
  return id;
}

/** Writes an incident of three attempts whose detail has this word; returns its id. */
export async function writeIncident(db: Kysely<DB>, ids: Ids, mark: string): Promise<string> {
  const id = newId();
  const at = new Date();
  const { projectID: project_id = "", endpointID: endpoint_id = "", deliveryID: last_delivery_id = "" } = ids;
  const cause = { code: "http" as const, response_status: 503, detail: `${mark} ${id}`, error_message: null };
  await db
    .insertInto("incidents")
    .values({
      project_id,
      id,
      endpoint_id,
      ...cause,
      first_seen_at: at,
      last_seen_at: at,
      attempts: 3,
      last_delivery_id,
    })
    .execute();
  return id;
}
