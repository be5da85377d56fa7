import { afterAll, beforeAll, expect, it } from "vitest";
import type { DemoProject } from "@/cli/demo/open-project";
import { ensureEndpoints, setUpDemo } from "@/cli/demo/set-up";
import { addRemarks, sendMetaEvents } from "@/cli/demo/surroundings";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApiClient } from "@/lib/api/create-client";

const LISTS = ["receivers", "endpoints", "sources", "subscriptions", "devices"];

let bench: ApiBench;
let project: ApiProject;
let demo: DemoProject;

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  const client = createApiClient({
    baseUrl: "http://hooks.test",
    apiKey: project.keys.admin,
    fetch: async (request) => bench.app.request(request),
  });
  demo = { client, projectID: project.id, name: "Demo", close: async () => {} };
});
afterAll(() => bench.close());

async function makeAll() {
  const { endpoints, receivers } = await setUpDemo(demo);
  await sendMetaEvents(demo, receivers);
  await addRemarks(demo, endpoints);
  return receivers;
}

async function list(noun: string): Promise<{ uid: string; name: string; url: string; expires_at: string }[]> {
  const { data } = (await project.ask("GET", `/${noun}?perPage=50`)).body;
  return Array.isArray(data) ? data : data.content;
}

const idsOfAll = () =>
  Promise.all([...LISTS, "views"].map(async (noun) => [noun, (await list(noun)).map(({ uid }) => uid)] as const));

it("makes what is missing and nothing twice", async () => {
  const { urls, metaUrl } = await makeAll();
  const made = await idsOfAll();
  expect(made.filter(([, ids]) => ids.length === 0)).toEqual([]);
  expect((await list("endpoints")).map(({ url }) => url).sort()).toEqual(Object.values(urls).sort());
  const { settings } = (await project.ask("GET", "")).body.data;
  expect(settings.meta_event).toMatchObject({ is_enabled: true, url: metaUrl });
  expect(await makeAll()).toEqual({ urls, metaUrl });
  expect(await idsOfAll()).toEqual(made);
});

it("prolongs receivers, and gives an endpoint whose receiver has ended another", async () => {
  const [ended, soon] = (await list("receivers")).filter(({ name }) => name !== "Meta events");
  if (!ended || !soon) throw new Error("There are no receivers.");
  const { pool } = bench.database.db;
  await pool.query("update receivers set expires_at = now() - interval '1 second' where id = $1", [ended.uid]);
  await pool.query("update receivers set expires_at = now() + interval '1 hour' where id = $1", [soon.uid]);
  await ensureEndpoints(demo);
  const after = await list("receivers");
  const inTwoWeeks = Date.now() + 14 * 86_400_000;
  expect(after.every(({ expires_at }) => Date.parse(expires_at) > inTwoWeeks)).toBe(true);
  expect(after.find(({ name }) => name === soon.name)?.url).toBe(soon.url);
  const endpoint = (await list("endpoints")).find(({ name }) => name === ended.name);
  expect(endpoint?.url).toBe(after.find(({ name }) => name === ended.name)?.url);
  expect(endpoint?.url).not.toBe(ended.url);
});
