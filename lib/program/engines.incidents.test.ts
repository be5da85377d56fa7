import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listEventDeliveries } from "@/lib/nouns/deliveries/queries";
import { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { acknowledgeIncident, addIncidentNote, unacknowledgeIncident } from "@/lib/nouns/incidents/mutations";
import { getIncident, listIncidents } from "@/lib/nouns/incidents/queries";
import { type Incident, ListIncidents } from "@/lib/nouns/incidents/schemas";
import { deleteEndpoint } from "@/lib/nouns/removals/delete-endpoint";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { endIncidents } from "@/lib/upkeep/incidents/keeper";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  return () => receiver.close();
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);

async function incidentsOf(project: string, filter: object = {}): Promise<Incident[]> {
  return (await listIncidents(bench.context(project), ListIncidents.parse(filter))).content;
}

async function untilSeen(project: string, attempts: number): Promise<Incident> {
  return until(async () => {
    const found = await incidentsOf(project);
    return found.reduce((sum, one) => sum + one.attempts, 0) >= attempts ? found[0] : undefined;
  });
}

/** Lets the time after an incident's last failure pass. */
const letTimePass = (interval: string) =>
  query(
    "update incidents set last_seen_at = last_seen_at - $1::interval, first_seen_at = first_seen_at - $1::interval",
    [interval],
  );

describe("attempts that fail for one cause", () => {
  it("are an incident: acknowledged, over when the endpoint answers, open again when it fails again", async () => {
    receiver.answer = () => ({ status: 503, body: `{"error":"maintenance"}` });
    const project = await bench.project("outgoing", { breaker: { is_enabled: false } as never });
    const ctx = bench.context(project);
    const endpoint = await bench.endpoint(project, receiver.url, { name: "orders-eu" });
    await bench.subscribe(project, endpoint);
    for (let i = 0; i < 3; i++) await engines.recorder.record(eventFor(project, endpoint));
    const seen = await untilSeen(project, 3);
    expect(seen).toMatchObject({
      endpoint_id: endpoint,
      status: "open",
      title: "503 “maintenance” from orders-eu",
      code: "http",
      response_status: 503,
      deliveries: 3,
      waiting: 3,
    });
    expect(seen.activity.reduce((sum, count) => sum + count, 0)).toBe(seen.attempts);
    const found = await listEventDeliveries(ctx, ListEventDeliveries.parse({ incidentId: seen.uid }));
    expect(found.content).toHaveLength(3);

    expect((await acknowledgeIncident(ctx, seen.uid)).status).toBe("acknowledged");
    expect((await unacknowledgeIncident(ctx, seen.uid)).status).toBe("open");
    await acknowledgeIncident(ctx, seen.uid);
    await addIncidentNote(ctx, seen.uid, { text: "They restart it." });
    expect(await incidentsOf(project, { status: "open" })).toEqual([]);
    expect(await incidentsOf(project, { status: "acknowledged", endpointId: endpoint })).toHaveLength(1);

    receiver.answer = () => ({ status: 200 });
    await until(async () => (await getIncident(ctx, seen.uid)).waiting === 0 || undefined);
    await until(async () => {
      const { rows } = await query("select answered_at from incidents where id = $1", [seen.uid]);
      return rows[0]?.answered_at ?? undefined;
    });
    await letTimePass("61 seconds");
    await endIncidents({ db: bench.database.db, clock: ctx.clock });
    const over = await until(async () => {
      const one = await getIncident(ctx, seen.uid);
      return one.status === "recovered" ? one : undefined;
    });
    expect(over).toMatchObject({ recovery: "answered", notes: [{ text: "They restart it.", author: "Hookyard" }] });

    receiver.answer = () => ({ status: 503, body: `{"error":"maintenance"}` });
    await engines.recorder.record(eventFor(project, endpoint));
    const again = await untilSeen(project, over.attempts + 1);
    expect([again.uid, again.status]).toEqual([seen.uid, "acknowledged"]);
  });

  it("end with their endpoint, and nothing that still arrives opens them again", async () => {
    receiver.answer = () => ({ status: 500 });
    const project = await bench.project("outgoing");
    const endpoint = await bench.endpoint(project, receiver.url);
    await engines.recorder.record(eventFor(project, endpoint));
    await untilSeen(project, 1);
    await deleteEndpoint(bench.context(project), endpoint);
    const [gone] = await incidentsOf(project);
    expect(gone).toMatchObject({ status: "recovered", recovery: "endpoint_deleted", endpoint_status: null });
  });

  it("are told once by a meta event and once by a message, and so is their end", async () => {
    const meta = await new Receiver().open();
    const chat = await new Receiver().open();
    const types = ["incident.opened", "incident.recovered"];
    const project = await bench.project("outgoing", {
      breaker: { is_enabled: false } as never,
      meta_event: { is_enabled: true, url: meta.url, secret: "", event_type: types } as never,
    });
    const endpoint = await bench.endpoint(project, receiver.url, { name: "crm" });
    await bench.subscribe(project, endpoint);
    await query("update endpoints set sealed_chat_webhook_url = $2 where id = $1", [endpoint, testBox.seal(chat.url)]);
    receiver.answer = () => ({ status: receiver.got.length % 2 === 0 ? 500 : 502 });
    for (let i = 0; i < 8; i++) await engines.recorder.record(eventFor(project, endpoint));
    const opened = await until(() => meta.got.find(({ body }) => body.includes("incident.opened")));
    const { event_type, data } = JSON.parse(opened.body.toString());
    expect(event_type).toBe("incident.opened");
    expect(data).toMatchObject({ endpoint_id: endpoint, status: "open", endpoint_name: "crm" });
    const told = await until(() => chat.got[0]);
    expect(JSON.parse(told.body.toString()).text).toMatch(/Endpoint crm fails\*\n50[02] “ok” from crm\. The /);

    receiver.answer = () => ({ status: 200 });
    await until(async () => {
      const { rows } = await query("select from incidents where endpoint_id = $1 and answered_at is null", [endpoint]);
      return rows.length === 0 || undefined;
    });
    await letTimePass("61 seconds");
    await until(() => meta.got.filter(({ body }) => body.includes("incident.recovered"))[1]);
    expect(meta.got.filter(({ body }) => body.includes("incident.opened"))).toHaveLength(2);
    expect(chat.got).toHaveLength(1);
    meta.close();
    chat.close();
  });
});

describe("a failure that the next attempt mends", () => {
  it("is forgotten when it is over, unless somebody has written about it", async () => {
    const project = await bench.project("outgoing");
    const [one, other] = [await bench.endpoint(project, receiver.url), await bench.endpoint(project, receiver.url)];
    for (const endpoint of [one, other]) await bench.subscribe(project, endpoint);
    receiver.answer = () => ({ status: receiver.got.length <= 2 ? 500 : 200 });
    for (const endpoint of [one, other]) await engines.recorder.record(eventFor(project, endpoint));
    await untilSeen(project, 2);
    const noted = (await incidentsOf(project)).find(({ endpoint_id }) => endpoint_id === other);
    await addIncidentNote(bench.context(project), noted?.uid ?? "", { text: "Seen." });
    await until(async () => {
      const { rows } = await query("select from incidents where project_id = $1 and answered_at is null", [project]);
      return rows.length === 0 || undefined;
    });
    await letTimePass("61 seconds");
    const left = await until(async () => {
      const found = await incidentsOf(project);
      return found.every(({ status }) => status === "recovered") ? found : undefined;
    });
    expect(left.map(({ uid }) => uid)).toEqual([noted?.uid]);
    const { rows } = await query("select from incident_deliveries where project_id = $1", [project]);
    expect(rows).toHaveLength(1);
  });
});

describe("a healthy endpoint", () => {
  it("costs no row", async () => {
    const project = await bench.project("outgoing");
    const endpoint = await bench.endpoint(project, receiver.url);
    await engines.recorder.record(eventFor(project, endpoint));
    await until(() => receiver.got.length === 1 || undefined);
    await engines.stopTaking();
    const { rows } = await query("select from incident_deltas where endpoint_id = $1", [endpoint]);
    expect([rows, await incidentsOf(project)]).toEqual([[], []]);
  });
});
