import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idTime } from "@/lib/kernel/ids";
import { recordMetaEvents } from "@/lib/nouns/announcements/record-meta-events";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { Engines } from "@/lib/program/engines";
import { DeviceBench } from "@/lib/program/engines.devices.fixture";
import { EngineBench, eventFor, Receiver, SECRET, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
});

type Delivery = Partial<ProjectSettings["delivery"]>;

async function open(delivery: Delivery = {}): Promise<{ projectId: string; endpointId: string }> {
  const projectId = await bench.project("outgoing", ProjectSettings.parse({ delivery }));
  const endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  return { projectId, endpointId };
}

const got = (count: number) => until(() => receiver.got.length === count && receiver.got);
const verify = ({ body, headers }: { body: Buffer; headers: object }) =>
  new Webhook(SECRET).verify(body.toString(), headers as Record<string, string>);

describe("a receiver", () => {
  it("gets event type, event id and attempt, counted over retries and resends", async () => {
    const { projectId, endpointId } = await open();
    receiver.answer = () => ({ status: receiver.got.length === 1 ? 500 : 200 });
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId));
    await got(2);
    const done = await until(async () => (await bench.deliveries(projectId)).find((row) => row.status === "Success"));
    await resendDelivery(bench.context(projectId), done.id, { force: true });
    const told = (await got(3)).map(({ headers }) => headers);
    expect(told.map((headers) => headers["webhook-attempt"])).toEqual(["1", "2", "3"]);
    for (const headers of told) {
      expect(headers).toMatchObject({ "webhook-event-type": "invoice.paid", "webhook-event-id": uid });
    }
  });

  it("gets no other description from the headers of an event", async () => {
    const { projectId, endpointId } = await open();
    const headers = { "webhook-attempt": "99", "webhook-event-id": "forged", "webhook-event-type": "x", "x-own": "1" };
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId, { headers }));
    expect((await got(1))[0]?.headers).toMatchObject({
      "webhook-attempt": "1",
      "webhook-event-id": uid,
      "webhook-event-type": "invoice.paid",
      "x-own": "1",
    });
  });

  it("gets them under the project's names, without the one that is switched off", async () => {
    const { projectId, endpointId } = await open({ event_type_header: "X-Kind", attempt_header: "" });
    await engines.recorder.record(eventFor(projectId, endpointId));
    const [{ headers } = { headers: {} }] = await got(1);
    expect(headers).toMatchObject({ "x-kind": "invoice.paid" });
    expect(Object.keys(headers)).not.toContain("webhook-attempt");
    expect(Object.keys(headers)).not.toContain("webhook-event-type");
  });

  it("gets them with meta events", async () => {
    const meta_event = { is_enabled: true, url: receiver.url, secret: SECRET };
    const settings = ProjectSettings.parse({ meta_event, delivery: { envelope: "standard_webhooks" } });
    const projectId = await bench.project("outgoing", settings);
    const item = { type: "project.updated", data: { uid: projectId } } as const;
    const { db } = bench.database;
    await db.transaction().execute((trx) => recordMetaEvents(trx, { id: projectId, settings }, new Date(), [item]));
    const [request] = await got(1);
    expect(request?.headers).toMatchObject({ "webhook-event-type": "project.updated", "webhook-attempt": "1" });
    expect(request?.headers["webhook-event-id"]).toBe(request?.headers["webhook-id"]);
    expect(JSON.parse(request?.body.toString() ?? "")).toEqual({ event_type: "project.updated", data: item.data });
  });
});

describe("the envelope of Standard Webhooks", () => {
  it("contains the payload's own bytes, is what is signed, and is the same on each attempt", async () => {
    const { projectId, endpointId } = await open({ envelope: "standard_webhooks" });
    receiver.answer = () => ({ status: receiver.got.length === 1 ? 500 : 200 });
    const payload = Buffer.from('{"id": 9007199254740993, "dec":1.10}');
    const { uid } = await engines.recorder.record(eventFor(projectId, endpointId, { payload }));
    const requests = await got(2);
    const timestamp = idTime(uid).toISOString();
    for (const request of requests) {
      expect(request.body.toString()).toBe(`{"type":"invoice.paid","timestamp":"${timestamp}","data":${payload}}`);
      expect(verify(request)).toBeTruthy();
    }
  });

  it("is JSON, whatever it contains", async () => {
    const { projectId, endpointId } = await open({ envelope: "standard_webhooks" });
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-encoding": "br" };
    await engines.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from("a=1"), headers }));
    const [request] = await got(1);
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.headers).not.toHaveProperty("content-encoding");
    expect(verify(request as never)).toMatchObject({ type: "invoice.paid", data: "a=1" });
  });
});

it("gives a pulling device the same headers and the same body", async () => {
  const devices = await DeviceBench.open();
  try {
    const at = await devices.listening("outgoing");
    const delivery = { ...ProjectSettings.parse({}).delivery, envelope: "standard_webhooks" };
    const settings = { ...ProjectSettings.parse({}), delivery };
    const { db } = devices.bench.database;
    await db
      .updateTable("projects")
      .set({ settings: JSON.stringify(settings) })
      .where("id", "=", at.projectId)
      .execute();
    const { uid } = await devices.receive(at, { target: { broadcast: true } });
    const [pulled] = await until(async () => {
      const found = await devices.pull(at, { waitMs: 1_000 });
      return found.length > 0 && found;
    });
    expect(pulled?.headers).toMatchObject({ "webhook-event-type": "invoice.paid", "webhook-event-id": uid });
    expect(pulled?.headers["webhook-attempt"]).toBe("1");
    const body = Buffer.from(pulled?.body ?? "", "base64").toString();
    expect(JSON.parse(body)).toEqual({
      type: "invoice.paid",
      timestamp: idTime(uid).toISOString(),
      data: { amount: 42 },
    });
  } finally {
    await devices.close();
  }
});
