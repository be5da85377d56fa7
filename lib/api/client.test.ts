import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { ApiError, unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import { readDecimal, toCanonicalDecimal } from "@/lib/wire/decimal";
import { ExactNumber, parseExact } from "@/lib/wire/exact-json";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const connect = (apiKey: string) =>
  createApiClient({ baseUrl: "http://hooks.test", apiKey, fetch: async (request) => bench.app.request(request) });

it("returns the data of an answer, and writes lists in a query as the API reads them", async () => {
  const client = connect(project.keys.admin);
  const path = { projectID: project.id };
  const made = await unwrap(
    client.POST("/v1/projects/{projectID}/endpoints", {
      params: { path },
      body: { name: "Typed", url: "https://example.com/" },
    }),
  );
  expect(made.name).toBe("Typed");
  const page = await unwrap(
    client.GET("/v1/projects/{projectID}/endpoints", { params: { path, query: { status: ["active", "paused"] } } }),
  );
  expect(page.content.map((endpoint) => endpoint.uid)).toEqual([made.uid]);
});

it("sends and reads numbers to the last digit", async () => {
  const client = connect(project.keys.admin);
  const path = { projectID: project.id };
  const endpoint_id = await project.endpoint();
  const source_id = await project.source();
  const body = parseExact('{"id":9007199254740993,"rate":1e400}') as Record<string, unknown>;
  const filter_config = { event_types: ["*"], filter: { body, is_flattened: false } };
  const asked = client.POST("/v1/projects/{projectID}/subscriptions", {
    params: { path },
    body: { name: "Exact", endpoint_id, source_id, filter_config },
  });
  const { uid } = await unwrap(asked);
  const params = { path: { ...path, subscriptionID: uid } };
  const read = await unwrap(client.GET("/v1/projects/{projectID}/subscriptions/{subscriptionID}", { params }));
  const [id, rate] = Object.values(read.filter_config.filter.body);
  expect(id).toEqual(new ExactNumber("9007199254740993"));
  expect(toCanonicalDecimal(readDecimal(String(rate)))).toBe("1e400");
});

it("throws errors by code and by field, or that nobody answered", async () => {
  const wrong = unwrap(
    connect(project.keys.admin).POST("/v1/projects/{projectID}/endpoints", {
      params: { path: { projectID: project.id } },
      body: { name: "", url: "ftp://x" },
    }),
  );
  await expect(wrong).rejects.toBeInstanceOf(ApiError);
  await expect(wrong).rejects.toMatchObject({
    status: 422,
    code: "invalid_fields",
    fields: [{ path: "name" }, { path: "url" }],
    requestId: expect.any(String),
  });
  await expect(unwrap(connect("nonsense").GET("/v1/me"))).rejects.toMatchObject({ status: 401, code: "unauthorized" });
  const nobody = createApiClient({ baseUrl: "http://127.0.0.1:1" });
  await expect(unwrap(nobody.GET("/v1/me"))).rejects.toMatchObject({ status: 0, code: "unavailable" });
});

it("rejects an answer whose server ignored part of the query", async () => {
  const query = { stauts: "active" } as never;
  const asked = unwrap(
    connect(project.keys.admin).GET("/v1/projects/{projectID}/endpoints", {
      params: { path: { projectID: project.id }, query },
    }),
  );
  await expect(asked).rejects.toMatchObject({ message: expect.stringContaining("stauts (did you mean status?)") });
});
