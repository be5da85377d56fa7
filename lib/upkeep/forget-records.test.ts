import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { minIdAt, newId } from "@/lib/kernel/ids";
import type { ReplayStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { forgetRecords, forgetRecordsOfInstallation, KEPT_DAYS } from "@/lib/upkeep/forget-records";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const idAt = (at: Date) => minIdAt(at).slice(0, 15) + newId().slice(15);
const names = async (table: "replays" | "invitations" | "alerts" | "audit_log", column: string) => {
  const { rows } = await bench.services.db.pool.query(
    `select ${column} as name from ${table} where project_id = $1 and ${column} like 'kept-or-not %' order by 1`,
    [project.id],
  );
  return rows.map((row) => row.name);
};

async function forget() {
  const client = await bench.services.db.pool.connect();
  try {
    await forgetRecords(client);
    await forgetRecordsOfInstallation(client);
  } finally {
    client.release();
  }
}

async function addReplay(name: string, status: ReplayStatus, finished_at: Date | null) {
  const { db } = bench.services;
  const id = newId();
  const values = { project_id: project.id, id, name, filter: "{}", rate_per_second: 1, status, created_by: "x" };
  await db
    .insertInto("replays")
    .values({ ...values, finished_at })
    .execute();
  const item = { project_id: project.id, replay_id: id, delivery_id: newId(), status: "Waiting" as const };
  await db.insertInto("replay_items").values(item).execute();
}

it("deletes ended replays with their items by their age, and no other", async () => {
  await addReplay("kept-or-not long over", "Completed", daysAgo(KEPT_DAYS.replays + 1));
  await addReplay("kept-or-not just over", "Cancelled", daysAgo(KEPT_DAYS.replays - 1));
  await addReplay("kept-or-not ready", "Ready", null);
  await forget();
  expect(await names("replays", "name")).toEqual(["kept-or-not just over", "kept-or-not ready"]);
  expect(await bench.services.db.selectFrom("replay_items").select("replay_id").execute()).toHaveLength(2);
});

it("deletes invitations long after they were accepted, revoked or expired", async () => {
  const past = daysAgo(KEPT_DAYS.invitations + 1);
  const soon = daysAgo(-1);
  const dates = {
    open: { expires_at: soon },
    accepted: { expires_at: soon, accepted_at: past },
    revoked: { expires_at: soon, revoked_at: past },
    expired: { expires_at: past },
  };
  for (const [name, given] of Object.entries(dates)) {
    const stored = { project_id: project.id, id: newId(), role: "viewer" as const, invited_by: "x", ...given };
    await bench.services.db
      .insertInto("invitations")
      .values({ ...stored, email: `kept-or-not ${name}`, token_hash: Buffer.from(name) })
      .execute();
  }
  await forget();
  expect(await names("invitations", "email")).toEqual(["kept-or-not open"]);
});

it("deletes alerts and audit entries by their age", async () => {
  const { db } = bench.services;
  for (const [name, margin] of Object.entries({ old: 1, young: -1 })) {
    const alert = idAt(daysAgo(KEPT_DAYS.alerts + margin));
    await db
      .insertInto("alerts")
      .values({
        project_id: project.id,
        id: alert,
        subscription_id: newId(),
        failures: 1,
        threshold_seconds: 1,
        message: `kept-or-not ${name}`,
      })
      .execute();
    await db
      .insertInto("audit_log")
      .values({
        project_id: project.id,
        id: idAt(daysAgo(KEPT_DAYS.auditLog + margin)),
        action: `kept-or-not ${name}`,
        actor_kind: "system",
        actor_name: "Hookyard",
        resource_type: "project",
      })
      .execute();
  }
  await forget();
  expect(await names("alerts", "message")).toEqual(["kept-or-not young"]);
  expect(await names("audit_log", "action")).toEqual(["kept-or-not young"]);
});

it("deletes sessions long after their end, and audit entries without a project", async () => {
  const { db } = bench.services;
  const { id: user_id } = await bench.user();
  const [old, young] = [newId(), newId()];
  for (const [id, days] of [
    [old, KEPT_DAYS.sessions + 1],
    [young, KEPT_DAYS.sessions - 1],
  ] as const) {
    const at = daysAgo(days);
    const row = { id, user_id, method: "password" as const, last_seen_at: at, idle_until: at, expires_at: at };
    await db.insertInto("sessions").values(row).execute();
  }
  const entry = idAt(daysAgo(KEPT_DAYS.auditLog + 1));
  const told = {
    actor_kind: "system" as const,
    actor_name: "Hookyard",
    resource_type: "user" as const,
    action: "user.created",
  };
  await db
    .insertInto("audit_log")
    .values({ ...told, id: entry })
    .execute();
  await forget();
  const left = await db.selectFrom("sessions").select("id").where("id", "in", [old, young]).execute();
  expect(left).toEqual([{ id: young }]);
  expect(await db.selectFrom("audit_log").select("id").where("id", "=", entry).execute()).toEqual([]);
});

it("deletes notes of deliveries that are gone, and no other", async () => {
  const { db } = bench.services;
  const { id } = await toDeliveryFixture(project, { endpointId: await project.endpoint(), status: "Failure" });
  const note = { project_id: project.id, author: "x", created_at: daysAgo(2) };
  const rows = [
    { ...note, id: newId(), delivery_id: id, body: "of one that is there" },
    { ...note, id: newId(), delivery_id: newId(), body: "of one that is gone" },
  ];
  await db.insertInto("delivery_notes").values(rows).execute();
  await forget();
  const left = await db.selectFrom("delivery_notes").select("body").where("project_id", "=", project.id).execute();
  expect(left).toEqual([{ body: "of one that is there" }]);
});
