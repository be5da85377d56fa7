import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { getEventDeliveryWithVersions } from "@/lib/nouns/deliveries/queries";
import { getEvent } from "@/lib/nouns/events/queries";
import { replayEvent } from "@/lib/nouns/events/replay";
import type { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";
import { createSource, updateSource } from "@/lib/nouns/sources/mutations";
import { createSubscription, updateSubscription } from "@/lib/nouns/subscriptions/mutations";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let sourceId: string;
let subscriptionId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("incoming");
  const endpoint_id = await bench.endpoint(projectId, receiver.url);
  sourceId = (await createSource(ctx(), { name: "shop", type: "http" })).uid;
  subscriptionId = (await createSubscription(ctx(), { name: "s", endpoint_id, source_id: sourceId })).uid;
});

const ctx = () => bench.context(projectId);
const adds = (field: string) => `function transform(it) { return { ...it, ${field}: "1" }; }`;
/** Longer than a commit waits for functions, and far from the second that a function may use, also on a slow machine. */
const SLOW = `function transform(it) { for (let n = 0; n < 2e6; n++) it.n = n; return it; }`;

async function send(): Promise<string> {
  const payload = Buffer.from("{}");
  const headers = { "content-type": "application/json" };
  const { uid } = await engines.recorder.record(eventFor(projectId, "", { target: null, sourceId, payload, headers }));
  await routed(uid);
  return uid;
}

const routed = (uid: string) =>
  until(async () => {
    const event = await getEvent(ctx(), uid);
    return event.status !== "Pending" && event.status !== "Processing" && event;
  });
const rowsOf = async (uid: string) => (await bench.deliveries(projectId)).filter(({ event_id }) => event_id === uid);
const told = (versions: FunctionVersionSummary[] | undefined) =>
  versions?.map(({ field, number, is_current }) => [field, number, is_current]);
/** The versions that ran over the deliveries of an event, the first delivery first. */
async function versionsOf(uid: string) {
  const rows = await rowsOf(uid);
  const ids = rows.map(({ id }) => id).sort();
  return Promise.all(ids.map(async (id) => told((await getEventDeliveryWithVersions(ctx(), id)).function_versions)));
}

it("a delivery names the versions of the functions that ran over it, the source's first", async () => {
  await updateSource(ctx(), sourceId, { body_function: adds("a"), header_function: adds("b") });
  await updateSubscription(ctx(), subscriptionId, { function: adds("c") });
  await updateSubscription(ctx(), subscriptionId, { function: adds("d") });
  const uid = await send();
  expect(await versionsOf(uid)).toEqual([
    [
      ["body_function", 1, true],
      ["header_function", 1, true],
      ["function", 2, true],
    ],
  ]);
  expect(told((await getEvent(ctx(), uid)).function_versions)).toEqual([
    ["body_function", 1, true],
    ["header_function", 1, true],
  ]);
  await updateSubscription(ctx(), subscriptionId, { function: adds("e") });
  expect((await versionsOf(uid))[0]?.at(-1)).toEqual(["function", 2, false]);
  expect((await versionsOf(await send()))[0]?.at(-1)).toEqual(["function", 3, true]);
});

it("a delivery over which no function ran stores nothing of versions", async () => {
  const uid = await send();
  expect(await versionsOf(uid)).toEqual([[]]);
  const stored = await bench.database.db.pool.query(
    "select (select function_versions from events where id = $1) as event, function_versions as delivery from event_deliveries where event_id = $1",
    [uid],
  );
  expect(stored.rows).toEqual([{ event: null, delivery: null }]);
});

it("functions that are too slow for the commit are named by what the router makes", async () => {
  await updateSource(ctx(), sourceId, { body_function: SLOW });
  await updateSubscription(ctx(), subscriptionId, { function: adds("c") });
  const uid = await send();
  expect(await versionsOf(uid)).toEqual([
    [
      ["body_function", 1, true],
      ["function", 1, true],
    ],
  ]);
  expect(told((await getEvent(ctx(), uid)).function_versions)).toEqual([["body_function", 1, true]]);
});

it("a replay runs the present versions, and the earlier delivery keeps its own", async () => {
  await updateSource(ctx(), sourceId, { body_function: adds("a") });
  const uid = await send();
  await until(async () => (await rowsOf(uid)).every(({ status }) => status === "Success"));
  await updateSource(ctx(), sourceId, { body_function: adds("b") });
  await replayEvent(ctx(), uid, { force: true });
  await until(async () => (await rowsOf(uid)).length === 2);
  expect(await versionsOf(uid)).toEqual([[["body_function", 1, false]], [["body_function", 2, true]]]);
  expect(told((await routed(uid)).function_versions)).toEqual([["body_function", 2, true]]);
});

it("an event that ends because a function failed names the version that did", async () => {
  await updateSource(ctx(), sourceId, {
    body_function: "function transform() { throw new Error('no total'); }",
    header_function: adds("b"),
  });
  const uid = await send();
  const event = await routed(uid);
  expect([event.status, event.status_code]).toEqual(["Failure", "function_failed"]);
  expect(told(event.function_versions)).toEqual([["body_function", 1, true]]);
});
