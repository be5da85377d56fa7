import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";
import { World } from "@/lib/api/world.fixture";
import { newId } from "@/lib/kernel/ids";

/** Part of every credential that a viewer may not see, wherever it is put. */
const CANARY = "canaryOfACredential0123456789";

let bench: ApiBench;
let world: World;
let maskId: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  world = await World.open(bench);
  await plant(world.incoming);
});
afterAll(() => bench.close());

/** Plants credentials in headers, query strings and addresses of everything in the world. */
async function plant(project: ApiProject): Promise<void> {
  const { endpointID = "", sourceID = "", eventID = "", eventDeliveryID = "" } = world.ids;
  const { db } = bench.services;
  const url = `https://example.com/h?token=${CANARY}`;
  const secrets = { "set-cookie": CANARY, cookie: CANARY, authorization: CANARY, "x-api-key": CANARY, accept: "a" };
  const headers = JSON.stringify({ ...secrets, "content-type": "application/json" });
  await project.ask("PUT", `/endpoints/${endpointID}`, { body: { url } });
  await project.ask("PUT", `/endpoints/${endpointID}`, {
    body: { chat_webhook_url: `https://hooks.slack.com/services/${CANARY}` },
  });
  const settings = { meta_event: { url: `https://example.com/meta?secret=${CANARY}` } };
  await project.ask("PUT", "", { body: { settings } });
  const rest_api = { url: `https://api.example.com?key=${CANARY}`, headers: { "x-token": CANARY } };
  await world.made(project, "/sources", { name: "api", type: "rest_api", rest_api });
  const source = await db.selectFrom("sources").select("mask_id").where("id", "=", sourceID).executeTakeFirstOrThrow();
  maskId = source.mask_id;
  await project.ask("PUT", `/sources/${sourceID}`, { body: { name: "told by a meta event" } });
  const path = `/ingest/${maskId}`;
  const query = `password=${CANARY}&a=1`;
  await db.updateTable("events").set({ headers, url_query_params: query, path }).where("id", "=", eventID).execute();
  await db
    .updateTable("event_deliveries")
    .set({ headers, url_query_params: query })
    .where("id", "=", eventDeliveryID)
    .execute();
  const id = newId();
  await db
    .insertInto("delivery_attempts")
    .values({
      project_id: project.id,
      delivery_id: eventDeliveryID,
      id,
      number: 1,
      url,
      request_headers: headers,
      response_headers: headers,
      started_at: new Date(),
      duration_ms: 1,
    })
    .execute();
  const attempt = JSON.stringify({
    request_http_header: secrets,
    response_http_header: secrets,
    response_data: "",
    response_status: 200,
    error: null,
  });
  await db.updateTable("meta_events").set({ attempt }).where("project_id", "=", project.id).execute();
}

// A viewer's key may save no view, since it has none of its own.
const readable = ROUTES.filter(
  (route) => route.permission === "read" && route.audit !== "domain" && route.path.startsWith("/v1/projects"),
);

/** Whether an answer reveals a credential, even as the bytes of a payload. */
function tells(text: string, secret: string): boolean {
  return text.includes(secret) || text.includes([...Buffer.from(secret)].join(","));
}

describe.each(readable.map((route) => [route.id, route] as const))("%s", (_id, route: Route) => {
  it("shows a viewer no credential and no ingest address", async () => {
    const { path, body } = await world.callOf(route);
    const ask = async (key: string) => {
      const answer = await bench.ask(route.method.toUpperCase(), path, { body, key });
      expect([route.id, answer.status]).toEqual([route.id, 200]);
      return JSON.stringify(answer.body);
    };
    const project = path.includes(world.outgoing.id) ? world.outgoing : world.incoming;
    const shown = await ask(project.keys.viewer);
    for (const secret of [CANARY, maskId]) expect(tells(shown, secret)).toBe(false);
    const whole = await ask(project.keys.operator);
    // An operator gets the same answer except for what is hidden from a viewer.
    expect(Object.keys(JSON.parse(shown).data ?? {})).toEqual(Object.keys(JSON.parse(whole).data ?? {}));
  });
});

it("hides something in each kind of answer", async () => {
  const { eventID, eventDeliveryID, endpointID, sourceID, subscriptionID } = world.ids;
  for (const path of [
    "",
    "/sources",
    `/sources/${sourceID}`,
    `/endpoints/${endpointID}`,
    `/subscriptions/${subscriptionID}`,
    `/events/${eventID}`,
    `/eventdeliveries/${eventDeliveryID}`,
    `/eventdeliveries/${eventDeliveryID}/deliveryattempts`,
    "/meta-events",
  ]) {
    const text = JSON.stringify((await world.incoming.ask("GET", path, { key: world.incoming.keys.operator })).body);
    expect([path, tells(text, CANARY) || tells(text, maskId)]).toEqual([path, true]);
  }
});

it("answers a viewer's filters and searches by what a viewer is shown", async () => {
  const { incoming } = world;
  const find = async (q: string, key: string) =>
    (await incoming.ask("GET", `/endpoints?q=${q}`, { key })).body.data.content.length;
  expect([
    await find("token=canary", incoming.keys.operator),
    await find("token=canary", incoming.keys.viewer),
  ]).toEqual([1, 0]);
  expect(await find("example.com", incoming.keys.viewer)).toBeGreaterThan(0);

  const guess = async (filter: object, key: string) => {
    const body = { filter_config: { event_types: ["*"], filter }, last: 20 };
    const { status, body: answer } = await incoming.ask("POST", "/subscriptions/test-filter", { body, key });
    expect(status).toBe(200);
    return answer.data.matched;
  };
  for (const filter of [
    { headers: { authorization: { $startsWith: "canary" } } },
    { query: { password: { $startsWith: "canary" } } },
    { path: { $startsWith: `/ingest/${maskId.slice(0, 4)}` } },
  ]) {
    expect(await guess(filter, incoming.keys.viewer)).toBe(0);
    expect(await guess(filter, incoming.keys.operator)).toBe(1);
  }
  expect(await guess({ headers: { accept: "a" } }, incoming.keys.viewer)).toBe(1);
});
