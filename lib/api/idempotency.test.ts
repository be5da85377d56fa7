import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const post = (key: string, body: object, path = "/endpoints", as = project.keys.admin) =>
  project.ask("POST", path, { key: as, body, headers: { "idempotency-key": key } });
const endpoint = (name: string) => ({ name, url: "https://example.com/" });
const countNamed = async (name: string) => {
  const { content } = (await project.ask("GET", `/endpoints?q=${name}&perPage=100`)).body.data;
  return content.filter((one: { name: string }) => one.name === name).length;
};

it("performs a repeated request once and returns the first answer again", async () => {
  const key = newId();
  const first = await post(key, endpoint("once"));
  const second = await post(key, endpoint("once"));
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect([first, second].map((answer) => answer.headers.get("idempotency-replayed"))).toEqual([null, "true"]);
  expect(await countNamed("once")).toBe(1);
});

it("refuses the key with another body, and accepts it on another route and from another caller", async () => {
  const key = newId();
  await post(key, endpoint("mine"));
  const other = await post(key, endpoint("not mine"));
  expect([other.status, other.body.error.fields[0].path]).toEqual([422, "Idempotency-Key"]);
  expect((await post(key, { name: "S", type: "http" }, "/sources")).headers.has("idempotency-replayed")).toBe(false);
  const made = await project.ask("POST", "/api-keys", { body: { name: "second admin", role: "admin" } });
  const theirs = await post(key, endpoint("mine"), "/endpoints", made.body.data.key);
  expect([theirs.status, theirs.headers.has("idempotency-replayed")]).toEqual([201, false]);
});

it("performs one of many concurrent requests, and tells the others that it is in progress or done", async () => {
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, endpoint("crowd"))));
  for (const answer of answers) expect([201, 409]).toContain(answer.status);
  expect(await countNamed("crowd")).toBe(1);
  expect((await post(key, endpoint("crowd"))).headers.get("idempotency-replayed")).toBe("true");
});

it("forgets a failed request, so that it can be repeated", async () => {
  const key = newId();
  expect((await post(key, endpoint("x".repeat(300)))).status).toBe(422);
  expect((await post(key, { name: "twin", role: "viewer" }, "/api-keys")).status).toBe(201);
  const again = newId();
  expect((await post(again, { name: "twin", role: "viewer" }, "/api-keys")).status).toBe(409);
  const { uid } = (await project.ask("GET", "/api-keys")).body.data.content.find(
    (one: { name: string }) => one.name === "twin",
  );
  await project.ask("DELETE", `/api-keys/${uid}`);
  expect((await post(again, { name: "twin", role: "viewer" }, "/api-keys")).status).toBe(201);
});

it("stores no credential in plain text", async () => {
  const key = newId();
  const { body } = await post(key, { name: "sealed", role: "viewer" }, "/api-keys");
  expect((await post(key, { name: "sealed", role: "viewer" }, "/api-keys")).body.data.key).toBe(body.data.key);
  const rows = await bench.services.db.selectFrom("idempotent_requests").select("answer").execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(body.data.key.slice(16));
});

it("accepts a key again after a day, and after two minutes if its copy died", async () => {
  const { services } = bench;
  const key = newId();
  await post(key, endpoint("dated"));
  const { clock } = services;
  services.clock = { now: () => new Date(Date.now() + 86_400_001) };
  expect((await post(key, endpoint("dated"))).headers.has("idempotency-replayed")).toBe(false);
  services.clock = clock;
  const died = newId();
  await post(died, endpoint("died"));
  await services.db.updateTable("idempotent_requests").set({ answer: null }).execute();
  expect((await post(died, endpoint("died"))).status).toBe(409);
  services.clock = { now: () => new Date(Date.now() + 120_001) };
  expect((await post(died, endpoint("died"))).status).toBe(201);
  services.clock = clock;
});

it("refuses an invalid key", async () => {
  for (const key of ["with space", "x".repeat(256), "ü"]) {
    expect((await post(key, endpoint("never"))).status).toBe(400);
  }
});
