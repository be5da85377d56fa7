import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const create = (rest_api: unknown) =>
  project.ask("POST", "/sources", { body: { name: "api", type: "rest_api", rest_api } });
const wrongOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, ...(body.error?.fields ?? []).map((field: { path: string }) => field.path)];
};
async function stored(id: string) {
  const row = await bench.services.db.selectFrom("sources").select("rest_api").where("id", "=", id).executeTakeFirst();
  return JSON.parse(bench.services.box.open(row?.rest_api ?? ""));
}

const url = "https://api.example.com/orders";
const bearer = (token: string) => ({ type: "bearer", bearer: { token } });

it("completes omitted settings, and returns no credential", async () => {
  const { status, body } = await create({ url, auth: bearer("t0ken") });
  expect(status).toBe(201);
  expect(body.data.rest_api).toEqual({
    url,
    method: "GET",
    headers: {},
    auth: bearer("[REDACTED]"),
    body: null,
    interval_seconds: 60,
    item_path: null,
    id_path: null,
    event_type: null,
    event_type_path: null,
    pagination: { type: "none" },
  });
  expect(await stored(body.data.uid)).toMatchObject({ auth: bearer("t0ken") });
});

it("keeps a credential that is sent back redacted, but only for the server that it was given for", async () => {
  const { body } = await create({ url, auth: bearer("t0ken") });
  const put = (rest_api: object) => project.ask("PUT", `/sources/${body.data.uid}`, { body: { rest_api } });
  const changed = { url: `${url}?open=1`, auth: bearer("[REDACTED]") };
  expect((await put(changed)).status).toBe(200);
  expect(await stored(body.data.uid)).toMatchObject({ auth: bearer("t0ken"), url: changed.url });
  const elsewhere = { url: "https://evil.example/orders", auth: bearer("[REDACTED]") };
  expect(await wrongOf(put(elsewhere))).toEqual([422, "rest_api.auth.bearer.token"]);
  const test = project.ask("POST", "/sources/test-connection", {
    body: { source_id: body.data.uid, rest_api: elsewhere },
  });
  expect(await wrongOf(test)).toEqual([422, "rest_api.auth.bearer.token"]);
});

it("refuses settings that could never work", async () => {
  expect(await wrongOf(create({ url: "http://10.0.0.1/" }))).toEqual([422, "rest_api.url"]);
  expect(await wrongOf(create({ url, headers: { Authorization: "x" } }))).toEqual([
    422,
    "rest_api.headers.Authorization",
  ]);
  expect(await wrongOf(create({ url, item_path: "a..b", interval_seconds: 0 }))).toEqual([
    422,
    "rest_api.interval_seconds",
    "rest_api.item_path",
  ]);
  const cursor = { path: "next", param: "after" };
  expect(await wrongOf(create({ url: `${url}?after=1`, pagination: { type: "cursor", cursor } }))).toEqual([
    422,
    "rest_api.pagination.cursor.param",
  ]);
  expect(await wrongOf(create({ url, body: "{}" }))).toEqual([422, "rest_api.body"]);
  const http = project.ask("POST", "/sources", { body: { name: "x", type: "http", rest_api: { url } } });
  expect(await wrongOf(http)).toEqual([422, "rest_api"]);
});
