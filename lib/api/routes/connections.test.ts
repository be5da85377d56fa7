import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
beforeEach(async () => {
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const connect = (body: object, of = project) => of.ask("POST", "/connections", { body });
const SOURCE = { name: "GitHub", type: "http" };
const ENDPOINT = { name: "Deployer", url: "https://deployer.example.com/hook" };

async function countAll(of = project): Promise<number[]> {
  const lists = await Promise.all(["sources", "endpoints", "subscriptions"].map((path) => of.ask("GET", `/${path}`)));
  return lists.map(({ body }) => body.data.content.length);
}

it("makes all three, named after each other, and shows the new signing secret once", async () => {
  const subscription = { filter_config: { event_types: ["push"] } };
  const { status, body } = await connect({ source: SOURCE, endpoint: ENDPOINT, subscription });
  expect(status).toBe(201);
  const { source, endpoint, subscription: made } = body.data;
  expect(source.url).toContain(`/ingest/${source.mask_id}`);
  expect(endpoint.secrets[0].value).toMatch(/^whsec_/);
  expect(made).toMatchObject({
    name: "GitHub to Deployer",
    type: "api",
    source_metadata: { uid: source.uid },
    endpoint_metadata: { uid: endpoint.uid, secrets: [{ value: "[REDACTED]" }] },
    filter_config: { event_types: ["push"] },
  });
  expect(await countAll()).toEqual([1, 1, 1]);
  const { content } = (await project.ask("GET", "/audit-log")).body.data;
  expect(
    content
      .slice(0, 3)
      .map(({ action }: { action: string }) => action)
      .sort(),
  ).toEqual(["endpoint.created", "source.created", "subscription.created"]);
});

it("takes a source and an endpoint that are there", async () => {
  const [source_id, endpoint_id] = [await project.source(), await project.endpoint()];
  const { status, body } = await connect({ source_id, endpoint_id, subscription: { name: "mine" } });
  expect([status, body.data.source.uid, body.data.endpoint.uid]).toEqual([201, source_id, endpoint_id]);
  expect(body.data.endpoint.secrets[0].value).toBe("[REDACTED]");
  expect(body.data.subscription.name).toBe("mine");
  expect(await countAll()).toEqual([1, 1, 1]);
});

it("makes a receiver of our own, and an endpoint at its address", async () => {
  const { status, body } = await connect({ source: SOURCE, receiver: { name: "Try it", fail_next: 2 } });
  const { endpoint, receiver, subscription } = body.data;
  expect([status, endpoint.url, endpoint.name]).toEqual([201, receiver.url, "Try it"]);
  expect(receiver).toMatchObject({ fail_next: 2, received: 0 });
  expect(subscription.name).toBe("GitHub to Try it");
  expect(await countAll()).toEqual([1, 1, 1]);
  const both = await connect({ source: SOURCE, endpoint: ENDPOINT, receiver: { name: "Try it" } });
  expect([both.status, both.body.error.fields[0].path]).toEqual([422, "endpoint_id"]);
  const wrong = await connect({ source: { ...SOURCE, name: "" }, receiver: { name: "Never made" } });
  expect(wrong.status).toBe(422);
  const { content } = (await project.ask("GET", "/receivers")).body.data;
  expect(content.map(({ name }: { name: string }) => name)).toEqual(["Try it"]);
});

it("names the wrong fields of all parts at once, and makes nothing", async () => {
  const { status, body } = await connect({
    source: { ...SOURCE, provider: "svix", verifier: { type: "provider", provider: { secret: "no base64!" } } },
    endpoint: { ...ENDPOINT, url: "http://169.254.169.254/" },
    subscription: { filter_config: { filter: { body: { a: { $nope: 1 } } } } },
  });
  expect(status).toBe(422);
  expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([
    "source.verifier.provider.secret",
    "endpoint.url",
    expect.stringMatching(/^subscription\.filter_config\.filter\.body\.a/),
  ]);
  expect(await countAll()).toEqual([0, 0, 0]);
});

it.each([
  ["no source of an incoming project", { endpoint: ENDPOINT }, "source_id"],
  ["no endpoint", { source: SOURCE }, "endpoint_id"],
  ["two endpoints", { source: SOURCE, endpoint: ENDPOINT, endpoint_id: crypto.randomUUID() }, "endpoint_id"],
  ["two sources", { source: SOURCE, source_id: crypto.randomUUID(), endpoint: ENDPOINT }, "source_id"],
  ["an unknown endpoint", { source: SOURCE, endpoint_id: crypto.randomUUID() }, "endpoint_id"],
  ["an unknown source", { source_id: crypto.randomUUID(), endpoint: ENDPOINT }, "source_id"],
  ["a source of another kind", { source: { ...SOURCE, type: "pub_sub" }, endpoint: ENDPOINT }, "source.type"],
  ["an empty name", { source: { ...SOURCE, name: " " }, endpoint: ENDPOINT }, "source.name"],
  ["no function", { source: SOURCE, endpoint: ENDPOINT, subscription: { function: "let a" } }, "subscription.function"],
  ["an unknown field", { source: SOURCE, endpoint: ENDPOINT, __proto__x: 1 }, "__proto__x"],
])("refuses %s, and makes nothing", async (_what, input, path) => {
  const { status, body } = await connect(input);
  expect([status, body.error.fields.map((field: { path: string }) => field.path)]).toEqual([
    422,
    expect.arrayContaining([path]),
  ]);
  expect(await countAll()).toEqual([0, 0, 0]);
});

it("knows nothing of another project", async () => {
  const other = await bench.project("incoming");
  const foreign = await connect({ source_id: await other.source(), endpoint: ENDPOINT });
  expect([foreign.status, foreign.body.error.fields[0].path]).toEqual([422, "source_id"]);
  expect(await countAll()).toEqual([0, 0, 0]);
});

it("needs no source in an outgoing project", async () => {
  const outgoing = await bench.project("outgoing");
  const { status, body } = await connect({ endpoint: ENDPOINT }, outgoing);
  expect([status, body.data.source, body.data.subscription.name]).toEqual([201, null, "Events to Deployer"]);
  expect(await countAll(outgoing)).toEqual([0, 1, 1]);
});
