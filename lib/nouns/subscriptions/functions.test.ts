import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const ask = (method: string, path: string, body: unknown) =>
  bench.ask(method, `/v1/projects/${project.id}/${path}`, { key: project.keys.admin, body });
const test = async (body: object) => (await ask("POST", "subscriptions/test-function", body)).body;

describe("a function", () => {
  it("is refused with its field if it does not parse or has no transform", async () => {
    const source = await ask("POST", "sources", { name: "s", type: "http", body_function: "function transform( {" });
    expect(source.status).toBe(422);
    expect(source.body.error.fields[0].path).toBe("body_function");
    const fine = await ask("POST", "sources", { name: "s", type: "http", body_function: "const transform = (p) => p" });
    expect(fine.status).toBe(201);
    const endpoint = (await ask("POST", "endpoints", { name: "e", url: "http://127.0.0.1:1/" })).body.data.uid;
    const subscription = { name: "x", endpoint_id: endpoint, source_id: fine.body.data.uid, function: "let x = 1" };
    const refused = await ask("POST", "subscriptions", subscription);
    expect(refused.body.error.fields).toEqual([{ path: "function", message: expect.stringContaining("transform") }]);
  });

  it("is tested on a payload without storing anything, and shows what would be sent", async () => {
    const source =
      "function transform(p) { console.log('saw', p.a); return p.a > 1 ? { b: p.a, $headers: { 'X-B': 'y' } } : null; }";
    const changed = await test({ function: source, payload: { a: 2 } });
    expect(changed.data.results[0]).toMatchObject({
      ok: true,
      after: '{"b":2}',
      headers: { "x-b": "y" },
      logs: ["saw 2"],
    });
    const skipped = await test({ function: source, payload: { a: 1 } });
    expect(skipped.data.results[0]).toMatchObject({ ok: true, is_skipped: true, after: null });
    const threw = await test({ function: "function transform(p) { return p.x.y }", payload: { a: 1 } });
    expect(threw.data.results[0]).toMatchObject({ ok: false, error: expect.stringMatching(/undefined/) });
    const neither = await test({ function: source });
    expect(neither.error.fields[0].path).toBe("payload");
  });

  it("is tested on the bytes of a payload, and preserves those that it does not change", async () => {
    const payload = '{"id":9007199254740993, "price":1.10,"exp":1e400,"2":-0,"1":"a"}';
    const run = async (source: string) => {
      const body = `{"function":${JSON.stringify(source)},"payload":${payload}}`;
      const path = `/v1/projects/${project.id}/subscriptions/test-function`;
      return (
        await bench.ask("POST", path, {
          key: project.keys.admin,
          headers: { "content-type": "application/json" },
          raw: body,
        })
      ).body.data.results[0];
    };
    expect(await run("function transform(p) { return p; }")).toMatchObject({
      ok: true,
      before: payload,
      after: payload,
    });
    const changed = await run("function transform(p) { return { ...p, text: '' + p.id }; }");
    expect(changed.after).toBe(
      '{"1":"a","2":-0,"id":9007199254740993,"price":1.10,"exp":1e400,"text":"9007199254740993"}',
    );
  });

  it("is tested on the newest events", async () => {
    for (const a of [1, 2, 3]) {
      await bench.recorder.record({
        projectId: project.id,
        sourceId: null,
        eventType: "t",
        headers: { "content-type": "application/json" },
        payload: Buffer.from(JSON.stringify({ a })),
        urlQueryParams: "",
        path: "",
        idempotencyKey: null,
        target: null,
      });
    }
    const { data } = await test({ function: "function transform(p) { return { twice: p.a * 2 }; }", last: 2 });
    expect(data.results.map((result: { after: string }) => result.after)).toEqual(['{"twice":6}', '{"twice":4}']);
  });
});
