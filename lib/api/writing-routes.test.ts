import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";
import { World } from "@/lib/api/world.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let world: World;
beforeAll(async () => {
  bench = await ApiBench.open();
  world = await World.open(bench);
});
afterAll(() => bench.close());

const named = (routes: readonly Route[]) => routes.map((route) => [route.id, route] as const);
const posting = ROUTES.filter((route) => route.method === "post");
const changing = ROUTES.filter((route) => route.method !== "get");

async function countRows() {
  const { rows } = await bench.services.db.pool.query(
    `select (select count(*) from audit_log) as audit, (select count(*) from events) as events,
       (select count(*) from endpoint_secrets) as secrets, (select count(*) from routing_queue) as inbox`,
  );
  return rows[0];
}

describe.each(named(posting))("%s with an Idempotency-Key", (_id, route) => {
  it("has one effect for one key, and one answer; another body is refused", async () => {
    const { path, body, key = null, headers } = await world.callOf(route);
    const send = (given: unknown) =>
      bench.ask("POST", path, { body: given, key, headers: { ...headers, "idempotency-key": `once-${route.id}` } });
    const first = await send(body);
    expect(first.status, JSON.stringify(first.body)).toBe(route.status ?? 200);
    const after = await countRows();
    const second = await send(body);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await countRows()).toEqual(after);
    if (!route.body) return;
    const other = await send(OTHER[route.id] ?? { ...(body as object), name: "another" });
    expect([other.status, await countRows()]).toEqual([422, after]);
  });
});

/** Bodies that differ from the example, for those without a name to change. */
const word = newId().slice(-12);
const OTHER: Record<string, object> = {
  addMember: { email: "other@example.com", role: "viewer" },
  createInvitation: { email: `${word}@example.com`, role: "viewer" },
  findInvitation: { token: "other" },
  acceptInvitation: { token: "other", name: "Grace", password: "correct horse battery staple" },
  rotateEndpointSecret: { expires_in: 1 },
  rotateSourceSecret: { secret: "a third" },
  waitForSourceHandshake: { expires_in: 61 },
  createFanoutEvent: { owner_id: "other", event_type: "a.b", data: 1 },
  createBroadcastEvent: { event_type: "a.b", data: 2 },
  createDynamicEvent: { url: "https://example.com/other", event_type: "a.b", data: 3 },
  createEventBatch: { events: [{ event_type: "a.b", data: 4 }] },
  testFunction: { function: "function transform() { return 1 }", payload: 1 },
  importEventTypes: { document: { openapi: "3.1.0", webhooks: {} } },
};

/** Calls with more than one audit entry: an account is created, too, and each part of a connection. */
const LINES: Record<string, number> = { acceptInvitation: 2, createConnection: 3 };

describe.each(named(changing))("%s", (_id, route) => {
  const lines = () => bench.services.db.selectFrom("audit_log").selectAll().orderBy("id").execute();

  it(route.audit === "none" ? "leaves no line of the audit log" : "leaves one line of the audit log", async () => {
    const { path, key = null, ...call } = await world.callOf(route);
    const known = new Set((await lines()).map((line) => line.id));
    const requestId = `audit-${route.id}`;
    const headers = { ...call.headers, "x-request-id": requestId };
    const { status, body } = await bench.ask(route.method.toUpperCase(), path, { ...call, key, headers });
    expect(status, JSON.stringify(body)).toBe(route.status ?? 200);
    const written = (await lines()).filter((line) => !known.has(line.id));
    expect(written).toHaveLength(route.audit === "none" ? 0 : (LINES[route.id] ?? 1));
    for (const line of written) {
      expect(line.request_id).toBe(requestId);
      expect(line.action.startsWith(`${line.resource_type}.`)).toBe(true);
    }
  });

  it("records the change in its transaction, or declares that there is nothing to record", () => {
    expect(route.audit).toMatch(/^(?:domain|none)$/);
  });
});

it("rolls back a change whose audit entry cannot be written", async () => {
  const { pool } = bench.services.db;
  await pool.query("alter table audit_log add constraint no_more check (created_at < '2000-01-01') not valid");
  try {
    for (const route of changing.filter((one) => one.audit === "domain")) {
      const call = await prepared(route);
      const before = await readTables();
      const response = await bench.app.request(call.path, {
        method: route.method.toUpperCase(),
        headers: call.headers,
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      expect([route.id, response.status]).toEqual([route.id, 500]);
      expect(await readTables(), route.id).toEqual(before);
    }
  } finally {
    await pool.query("alter table audit_log drop constraint no_more");
  }
});

async function prepared(route: Route) {
  const { pool } = bench.services.db;
  await pool.query("alter table audit_log drop constraint no_more");
  const { path, body, key, headers } = await world.callOf(route);
  await pool.query("alter table audit_log add constraint no_more check (created_at < '2000-01-01') not valid");
  const sent = { ...headers, ...(key && { authorization: key }), "content-type": "application/json" };
  return { path, body, headers: sent as Record<string, string> };
}

/** Reads the tables that calls change. */
async function readTables() {
  const tables = [
    ...[
      "projects",
      "api_keys",
      "project_members",
      "invitations",
      "users",
      "sessions",
      "sources",
      "endpoints",
      "endpoint_secrets",
    ],
    ...["subscriptions", "event_types", "events", "event_deliveries", "delivery_queue", "routing_queue", "meta_events"],
    ...["event_type_versions", "catalogues"],
    ...["replays", "replay_items", "alerts", "views", "function_versions", "event_stat_deltas", "endpoint_stat_deltas"],
  ];
  const hashes = tables.map((table) =>
    table === "api_keys"
      ? `(select md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by t::text)) from ${table} t) as ${table}`
      : `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t) as ${table}`,
  );
  return (await bench.services.db.pool.query(`select ${hashes.join(", ")}`)).rows[0];
}
