import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;
let sourceId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("incoming");
  endpointId = await bench.endpoint(projectId, receiver.url);
  sourceId = newId();
  const values = { project_id: projectId, id: sourceId, mask_id: sourceId, name: "s", type: "http" as const };
  await bench.database.db.insertInto("sources").values(values).execute();
});

async function subscribe(config: { function?: string; filter_config?: string } = {}): Promise<string> {
  const id = await bench.subscribe(projectId, endpointId);
  await bench.database.db
    .updateTable("subscriptions")
    .set({ source_id: sourceId, ...config })
    .where("id", "=", id)
    .execute();
  return id;
}
const setSource = (functions: { body_function?: string; header_function?: string }) =>
  bench.database.db.updateTable("sources").set(functions).where("id", "=", sourceId).execute();
const send = (
  payload = '{"amount":42}',
  headers: Record<string, string> = { "content-type": "application/json", "x-a": "1" },
) =>
  engines.recorder.record(eventFor(projectId, "", { target: null, sourceId, payload: Buffer.from(payload), headers }));
const event = (uid: string) =>
  bench.database.db.selectFrom("events").selectAll().where("id", "=", uid).executeTakeFirstOrThrow();
const routed = (uid: string) =>
  until(async () => {
    const row = await event(uid);
    return row.status !== "Pending" && row;
  });

describe("a source's functions", () => {
  it("change what is matched and sent, while the event keeps what was received", async () => {
    await setSource({
      body_function: "function transform(payload) { return { ...payload, amount: payload.amount * 10 }; }",
      header_function: "function transform(headers) { return { ...headers, 'X-B': 'two' }; }",
    });
    const filter = { body: { amount: 420 }, headers: { "x-b": "two" } };
    await subscribe({ filter_config: JSON.stringify({ event_types: ["*"], filter }) });
    const { uid } = await send();
    const [got] = await until(() => receiver.got.length > 0 && receiver.got);
    expect(got?.body.toString()).toBe('{"amount":420}');
    expect(got?.headers).toMatchObject({ "x-a": "1", "x-b": "two", "content-type": "application/json" });
    expect((await event(uid)).payload.toString()).toBe('{"amount":42}');
  });

  it("that fail end their event with a message, and no other's", async () => {
    await setSource({
      body_function:
        "function transform(payload) {\n  if (payload.bad) throw new Error('no total');\n  return payload;\n}",
    });
    await subscribe();
    const bad = await send('{"bad":true}');
    const good = await send();
    expect(await routed(bad.uid)).toMatchObject({
      status: "Failure",
      status_reason: expect.stringContaining("no total"),
    });
    expect(await routed(good.uid)).toMatchObject({ status: "Success" });
    await until(() => receiver.got.length === 1);
  });

  it("that loop fail their event by their own CPU time", async () => {
    await setSource({ body_function: "function transform() { for (;;) {} }" });
    await subscribe();
    const { uid } = await send();
    expect(await routed(uid)).toMatchObject({
      status: "Failure",
      status_reason: expect.stringMatching(/body_function failed/),
    });
  });
});

describe("functions that return their argument", () => {
  it("preserve its bytes, and store no changed payload", async () => {
    const returned = "function transform(payload) { return payload; }";
    await setSource({ body_function: returned, header_function: returned });
    await subscribe({ function: returned });
    const payload =
      '{"id64": 9007199254740993,"dec":1.10,"exp":1e400,"z":-0,"2":"b","1":"a","a":1,"a":2,"s":"\\ud800"}\n';
    await send(payload);
    await send("a=1.10&b=2", { "content-type": "application/x-www-form-urlencoded" });
    await until(() => receiver.got.length === 2);
    const got = receiver.got.map(({ body, headers }) => [body.toString(), headers["content-type"]]);
    expect(got).toEqual(
      expect.arrayContaining([
        [payload, "application/json"],
        ["a=1.10&b=2", "application/x-www-form-urlencoded"],
      ]),
    );
    const stored = await bench.deliveries(projectId);
    expect(stored.map((delivery) => delivery.payload)).toEqual([null, null]);
  });

  it("return a thousand consecutive numbers unchanged", async () => {
    await subscribe({ function: "function transform(p) { return { ...p, text: String(p.id) }; }" });
    const ids = Array.from({ length: 1_000 }, (_, i) => String(1460323737035677698n + BigInt(i)));
    await Promise.all(ids.map((id) => send(`{"id":${id},"price":1.10}`)));
    await until(() => receiver.got.length === 1_000);
    expect(receiver.got.map(({ body }) => body.toString()).sort()).toEqual(
      ids.map((id) => `{"id":${id},"price":1.10,"text":"${id}"}`).sort(),
    );
  });
});

describe("a subscription's function", () => {
  it("changes the payload and adds headers for its own delivery only", async () => {
    await subscribe({
      function: "function transform(p) { return { total: p.amount, $headers: { 'x-added': 'yes' } }; }",
    });
    await subscribe();
    await send();
    await until(() => receiver.got.length === 2);
    const bodies = receiver.got.map((got) => [got.body.toString(), got.headers["x-added"]]);
    expect(bodies).toEqual(
      expect.arrayContaining([
        ['{"total":42}', "yes"],
        ['{"amount":42}', undefined],
      ]),
    );
  });

  it("skips the event if it returns null", async () => {
    await subscribe({ function: "function transform(p) { return p.amount > 100 ? p : null; }" });
    const small = await send();
    await send('{"amount":1000}');
    expect(await routed(small.uid)).toMatchObject({
      status: "Discarded",
      status_reason: expect.stringContaining("null"),
    });
    await until(() => receiver.got.length === 1);
    expect(receiver.got[0]?.body.toString()).toBe('{"amount":1000}');
  });

  it("cannot add headers of the connection or line breaks", async () => {
    await subscribe({ function: "function transform(p) { return { $headers: { 'x-a': 'one\\r\\nhost: evil' } }; }" });
    const { uid } = await send();
    expect(await routed(uid)).toMatchObject({
      status: "Failure",
      status_reason: expect.stringContaining("cannot be sent"),
    });
  });
});
