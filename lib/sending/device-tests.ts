import { type Selectable, sql } from "kysely";
import type pg from "pg";
import type { ProjectContext } from "@/lib/db/context";
import type { DeviceTests } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { type Given, statement } from "@/lib/db/statement";
import { conflict, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { findDeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import { getDeviceRow } from "@/lib/nouns/devices/queries";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";
import type { CreateDeviceTest, DeviceTest } from "@/lib/nouns/devices/test-schemas";
import { toDeviceTest } from "@/lib/nouns/devices/tests";
import { buildRequest, type Told } from "@/lib/sending/build-request";
import { TEST_HEADER, toPayload } from "@/lib/sending/request-now";
import { readStored } from "@/lib/sending/stored-request";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** How long a test waits to be fetched. */
const FETCH_WITHIN_MS = 300_000;
/** How many tests may wait for one device. */
const MAX_WAITING = 20;
/** The payload bytes of one answer to a pull; it always contains one test, however large. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Leaves what a delivery sends, or another payload, for a device to pull: once, within five minutes, as a test that
 * counts nowhere. Throws not found for an unknown device or delivery, a field error for too large a payload, and
 * `conflict` for a disabled device, one for which enough tests wait, or a payload that is past its retention.
 */
export async function createDeviceTest(
  ctx: ProjectContext,
  snapshots: SnapshotCache,
  { deviceID, input }: { deviceID: string; input: CreateDeviceTest },
): Promise<DeviceTest> {
  await getDeviceRow(ctx, deviceID);
  const [row, snapshot] = await Promise.all([
    findDeliveryRow(ctx.db, ctx.projectId, input.delivery_id),
    snapshots.reload(ctx.projectId),
  ]);
  if (!row || !snapshot) throw notFound("event delivery");
  const { told, payload: own } = await readStored(ctx, row);
  const payload = input.raw === undefined ? own : toPayload(input.raw, snapshot);
  return ctx.db.transaction().execute(async (trx) => {
    const device = await getDeviceRow(within(trx, ctx), deviceID, { lock: true });
    if (device.is_disabled) throw conflict(`The device ${device.host_name} is disabled. An admin can enable it.`);
    const now = ctx.clock.now();
    const waiting = await trx
      .selectFrom("device_tests")
      .select("id")
      .where("device_id", "=", deviceID)
      .where("lease", "is", null)
      .where("expires_at", ">", now)
      .limit(MAX_WAITING)
      .execute();
    if (waiting.length === MAX_WAITING) throw conflict(`${MAX_WAITING} tests wait for ${device.host_name} already.`);
    const made = await trx
      .insertInto("device_tests")
      .values({
        project_id: ctx.projectId,
        device_id: deviceID,
        id: newId(),
        delivery_id: row.id,
        event_id: row.event_id,
        event_type: row.event_type,
        headers: JSON.stringify({ ...told.headers, [TEST_HEADER]: "true" }),
        url_query_params: told.urlQueryParams,
        payload,
        created_at: now,
        expires_at: new Date(now.getTime() + FETCH_WITHIN_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, {
      action: "event_delivery.test_sent",
      resource: { type: "event_delivery", id: row.id, name: row.event_type },
      before: {},
      after: { device_id: deviceID },
    });
    await sql`select pg_notify('hookyard_work', '')`.execute(trx);
    return toDeviceTest(made, now);
  });
}

type Taking = { deviceId: string; lease: string; limit: number; now: Date };

const TAKE = statement("take_device_tests", (given: Given<Taking>) => {
  const now = given.value("timestamptz", (taking) => taking.now);
  return `
with waiting as (
  select project_id, device_id, id, octet_length(payload) as size from device_tests
  where device_id = ${given.value("uuid", (taking) => taking.deviceId)} and lease is null and expires_at > ${now}
  order by id limit ${given.value("int", (taking) => taking.limit)}
  for update skip locked
), fitting as (
  select *, sum(size) over (order by id) - size as before from waiting
)
update device_tests t set lease = ${given.value("uuid", (taking) => taking.lease)}, fetched_at = ${now}
from fitting f
where t.project_id = f.project_id and t.device_id = f.device_id and t.id = f.id and f.before < ${MAX_BYTES}
returning t.*`;
});

const GIVE_BACK = statement(
  "give_back_device_tests",
  (given: Given<{ deviceId: string; lease: string }>) => `
update device_tests set lease = null, fetched_at = null
where device_id = ${given.value("uuid", ({ deviceId }) => deviceId)} and lease = ${given.value("uuid", ({ lease }) => lease)}`,
);

type Parts = { pool: pg.Pool; snapshots: SnapshotCache };

/**
 * Gives waiting tests of a device to one pull, the oldest first, each as a request that is signed for now. No other pull
 * gets them, even if this one's device never makes them: a test is sent once.
 */
export async function takeDeviceTests({ pool, snapshots }: Parts, taking: Taking): Promise<PulledDelivery[]> {
  const { rows } = await pool.query<Selectable<DeviceTests>>(TAKE(taking));
  const pulled: PulledDelivery[] = [];
  for (const row of rows.sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const snapshot = await snapshots.get(row.project_id);
    const device = snapshot?.devices.get(row.device_id);
    if (!snapshot || !device) continue;
    const told: Told = {
      deliveryId: `test_${row.id}`,
      eventId: row.event_id,
      eventType: row.event_type,
      numTrials: 0,
      headers: row.headers as Record<string, string>,
      urlQueryParams: row.url_query_params,
    };
    const making = { endpoint: device.endpoint, sending: snapshot.sending, payload: row.payload, now: taking.now };
    pulled.push(toPulledTest(row, taking.lease, await buildRequest(told, making)));
  }
  return pulled;
}

/** Lets the next pull have the tests of one that was broken off before it was answered. */
export async function giveBackDeviceTests(pool: pg.Pool, leased: { deviceId: string; lease: string }): Promise<void> {
  await pool.query(GIVE_BACK(leased));
}

type Outgoing = Awaited<ReturnType<typeof buildRequest>>;

function toPulledTest(row: Selectable<DeviceTests>, lease_id: string, outgoing: Outgoing): PulledDelivery {
  return {
    uid: row.id,
    is_test: true,
    lease_id,
    event_id: row.event_id,
    event_type: row.event_type,
    number: 1,
    method: outgoing.method,
    headers: outgoing.headers,
    body: outgoing.body?.toString("base64") ?? "",
    url_query_params: row.url_query_params,
    timeout_seconds: outgoing.timeoutMs / 1000,
  };
}
