import type pg from "pg";
import { minIdAt } from "@/lib/kernel/ids";

/** How long records of the past are kept, in days. Records that a person may still act on are never among them. */
export const KEPT_DAYS = {
  replays: 30,
  alerts: 90,
  incidents: 90,
  invitations: 90,
  auditLog: 400,
  refusals: 30,
  sessions: 60,
  notifications: 30,
  problems: 90,
  receiverCertificates: 30,
} as const;

/** Copies that know an older version of a configuration than this read the whole. */
const KEPT_CHANGES_HOURS = 1;

const BATCH = 10_000;

/**
 * Deletes expired records, the oldest first and a batch at a time, so that no round keeps locks for long, and returns
 * whether there may be more: replays with their items and incidents by their end, notes of deliveries that are gone,
 * alerts, invitations after they were accepted, revoked or expired, audit entries, requests that sources refused, the
 * lists of changed configuration rows, notifications that were sent or given up, and problems by their end.
 */
export async function forgetRecords(client: pg.ClientBase): Promise<boolean> {
  let isMore = false;
  const forget = async (text: string, values: unknown[]) => {
    const { rowCount } = await client.query(text, values);
    isMore ||= rowCount === BATCH;
  };
  await forgetReplays(client, forget);
  await forget(
    `delete from alerts where (project_id, id) in (
       select a.project_id, a.id from projects p cross join lateral (
         select project_id, id from alerts
         where project_id = p.id and id < $1 order by id limit $2
       ) a limit $2
     )`,
    [minIdAt(daysAgo(KEPT_DAYS.alerts)), BATCH],
  );
  await forgetIncidents(client, forget);
  // One lookup per note. A `not exists` could be planned as one reading of all deliveries.
  await forget(
    `delete from delivery_notes where (project_id, delivery_id, id) in (
       select project_id, delivery_id, id from delivery_notes n
       where created_at < now() - interval '1 day' and (
         select true from event_deliveries d where d.project_id = n.project_id and d.id = n.delivery_id
       ) is null limit $1
     )`,
    [BATCH],
  );
  await forget(
    `delete from invitations where (project_id, id) in (
       select project_id, id from invitations
       where least(accepted_at, revoked_at, expires_at) < now() - make_interval(days => $1) limit $2
     )`,
    [KEPT_DAYS.invitations, BATCH],
  );
  await forget("delete from audit_log where id in (select id from audit_log where id < $1 order by id limit $2)", [
    minIdAt(daysAgo(KEPT_DAYS.auditLog)),
    BATCH,
  ]);
  await forget(
    `delete from source_refusals where (project_id, source_id, id) in (
       select r.project_id, r.source_id, r.id from sources s cross join lateral (
         select project_id, source_id, id from source_refusals
         where project_id = s.project_id and source_id = s.id and id < $1 order by id limit $2
       ) r limit $2
     )`,
    [minIdAt(daysAgo(KEPT_DAYS.refusals)), BATCH],
  );
  await forget(
    `delete from config_changes where (project_id, version, kind, row_id) in (
       select project_id, version, kind, row_id from config_changes
       where changed_at < now() - make_interval(hours => $1) order by changed_at limit $2
     )`,
    [KEPT_CHANGES_HOURS, BATCH],
  );
  await forget(
    `delete from notifications where id in (
       select id from notifications where due_at is null and id < $1 order by id limit $2
     )`,
    [minIdAt(daysAgo(KEPT_DAYS.notifications)), BATCH],
  );
  await forget(
    `delete from problems where (project_id, id) in (
       select project_id, id from problems where ended_at < $1 order by ended_at limit $2
     )`,
    [daysAgo(KEPT_DAYS.problems), BATCH],
  );
  return isMore;
}

/** The same for what belongs to no project: sessions by their latest possible end, certificates not seen any more. */
export async function forgetRecordsOfInstallation(client: pg.ClientBase): Promise<boolean> {
  const sessions = await client.query(
    "delete from sessions where id in (select id from sessions where expires_at < $1 order by expires_at limit $2)",
    [daysAgo(KEPT_DAYS.sessions), BATCH],
  );
  const certificates = await client.query(
    "delete from receiver_certificates where host in (select host from receiver_certificates where seen_at < $1 limit $2)",
    [daysAgo(KEPT_DAYS.receiverCertificates), BATCH],
  );
  return sessions.rowCount === BATCH || certificates.rowCount === BATCH;
}

/** Items are deleted first: a replay may have a million, and is deleted with the last of them. */
async function forgetReplays(
  client: pg.ClientBase,
  forget: (text: string, values: unknown[]) => Promise<void>,
): Promise<void> {
  const past = "r.finished_at < now() - make_interval(days => $1)";
  await forget(
    `delete from replay_items where (project_id, replay_id, delivery_id) in (
       select i.project_id, i.replay_id, i.delivery_id
       from replays r join replay_items i on i.project_id = r.project_id and i.replay_id = r.id
       where ${past} limit $2
     )`,
    [KEPT_DAYS.replays, BATCH],
  );
  await client.query(
    `delete from replays r where ${past} and not exists (
       select from replay_items i where i.project_id = r.project_id and i.replay_id = r.id
     )`,
    [KEPT_DAYS.replays],
  );
}

/** What belongs to an incident is deleted first: it may have a million deliveries. */
async function forgetIncidents(
  client: pg.ClientBase,
  forget: (text: string, values: unknown[]) => Promise<void>,
): Promise<void> {
  const past = "i.recovered_at < now() - make_interval(days => $1)";
  for (const [table, key] of [
    ["incident_deliveries", "delivery_id"],
    ["incident_counts", "at"],
  ] as const) {
    await forget(
      `delete from ${table} where (project_id, incident_id, ${key}) in (
         select c.project_id, c.incident_id, c.${key}
         from incidents i join ${table} c on c.project_id = i.project_id and c.incident_id = i.id
         where ${past} limit $2
       )`,
      [KEPT_DAYS.incidents, BATCH],
    );
  }
  await client.query(
    `delete from incidents i where ${past} and not exists (
       select from incident_deliveries c where c.project_id = i.project_id and c.incident_id = i.id
     )`,
    [KEPT_DAYS.incidents],
  );
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
