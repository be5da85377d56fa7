import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpointId: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  endpointId = await project.endpoint();
});
afterAll(() => bench.close());

const ask = (body: object, to = project) => to.ask("POST", "/subscriptions/test-filter", { body, key: to.keys.viewer });
const large = { filter: { body: { amount: { $gte: 100 } } } };

describe("testFilter", () => {
  it("tests a sample against everything that a filter reads, and stores nothing", async () => {
    const filter_config = {
      event_types: ["invoice.*"],
      filter: {
        body: { "items.$.sku": "a" },
        headers: { "x-tenant": "acme" },
        query: { page: { $in: ["1"] } },
        path: { $startsWith: "/orders" },
      },
    };
    const sample = {
      event_type: "invoice.paid",
      body: { items: [{ sku: "b" }, { sku: "a" }] },
      headers: { "X-Tenant": "acme" },
      query: { page: ["0", "1"] },
      path: "/orders/7",
    };
    const judge = async (more: object) => (await ask({ filter_config, sample: { ...sample, ...more } })).body.data;
    expect(await judge({})).toMatchObject({ matched: 1, results: [{ event_id: null, matches: true }] });
    expect((await judge({ event_type: "order.paid" })).results[0]).toMatchObject({
      matches: false,
      event_type_matches: false,
      filter_matches: true,
    });
    expect((await judge({ event_type: undefined })).results[0]).toMatchObject({
      matches: true,
      event_type_matches: null,
    });
    for (const wrong of [{ body: {} }, { headers: {} }, { query: {} }, { path: "/" }]) {
      expect((await judge(wrong)).results[0]).toMatchObject({ matches: false, filter_matches: false });
    }
    expect((await project.ask("GET", "/events")).body.data.content).toEqual([]);
  });

  it("takes any JSON as the sample's body, and refuses a header that it could not test", async () => {
    const send = (sample: string) =>
      project.ask("POST", "/subscriptions/test-filter", {
        raw: `{"filter_config":{},"sample":${sample}}`,
        headers: { "content-type": "application/json" },
      });
    expect((await send('{"body":{"__proto__":{"a":"\\u0000"}}}')).status).toBe(200);
    for (const part of ["headers", "query"]) {
      const { status, body } = await send(`{"body":{},"${part}":{"__proto__":null}}`);
      expect([status, body.error.fields]).toEqual([
        422,
        [{ path: `sample.${part}.__proto__`, message: "Unknown field." }],
      ]);
    }
  });

  it("tests the newest real events, newest first, on request of one source", async () => {
    const sourceId = await project.source();
    const ids: string[] = [];
    for (let i = 0; i < 25; i++) {
      const given = { endpointId, status: "Success" as const, payload: JSON.stringify({ amount: i * 10 }) };
      ids.unshift((await toDeliveryFixture(project, { ...given, ...(i % 5 === 0 && { sourceId }) })).eventId);
    }
    const { data } = (await ask({ filter_config: large, last: 20 })).body;
    expect(data.results.map((result: { event_id: string }) => result.event_id)).toEqual(ids.slice(0, 20));
    expect(data.matched).toBe(15);
    expect(data.results[0]).toMatchObject({ matches: true, event_type: "invoice.paid", source_id: null });
    const own = (await ask({ filter_config: large, last: 100, source_id: sourceId })).body.data;
    expect([own.results.length, own.matched]).toEqual([5, 3]);
    const other = await bench.project("incoming");
    expect((await ask({ filter_config: large, last: 100 }, other)).body.data.results).toEqual([]);
  });

  it("refuses an invalid filter, and anything but exactly one of sample and last", async () => {
    const wrong = async (body: object) => {
      const { status, body: answer } = await ask(body);
      return [status, answer.error.fields.map((field: { path: string }) => field.path)];
    };
    expect(await wrong({ filter_config: { filter: { body: { a: { $near: 1 } } } }, last: 1 })).toEqual([
      422,
      ["filter_config.filter.body.a.$near"],
    ]);
    expect(await wrong({ filter_config: {} })).toEqual([422, ["sample"]]);
    expect(await wrong({ filter_config: {}, last: 1, sample: {} })).toEqual([422, ["sample"]]);
    expect(await wrong({ filter_config: {}, last: 101 })).toEqual([422, ["last"]]);
  });
});
