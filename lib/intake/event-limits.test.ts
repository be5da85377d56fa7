import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { EventLimits } from "@/lib/intake/event-limits";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());

const limited = (count: number, duration = 86_400) => ({ id: newId(), settings: { rate_limit: { count, duration } } });
const attempt = (limits: EventLimits, project: ReturnType<typeof limited>) =>
  limits.take(project).then(
    () => 1,
    () => 0 as number,
  );
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

describe("the limit of a project's events", () => {
  it.each([1, 10, 500])("lets in %i over all copies together, by any mix of them", async (count) => {
    const project = limited(count);
    const copies = Array.from({ length: 3 }, () => new EventLimits(() => bench.services.db.pool));
    const let_in = await Promise.all(
      Array.from({ length: count * 3 + 10 }, (_, i) => attempt(copies[i % 3] as EventLimits, project)),
    );
    expect(sum(let_in)).toBe(count);
  });

  it("does not ask the database while the bucket is known to be empty, nor without a limit", async () => {
    const project = limited(1);
    let looks = 0;
    const { pool } = bench.services.db;
    const counting = {
      query: (...args: Parameters<typeof pool.query>) => {
        looks += 1;
        return pool.query(...args);
      },
    } as unknown as typeof pool;
    const limits = new EventLimits(() => counting);
    for (let i = 0; i < 100; i++) await attempt(limits, project);
    for (let i = 0; i < 100; i++) await limits.take(limited(0));
    expect(looks).toBe(2);
  });

  it("refills evenly", async () => {
    const project = limited(2, 1);
    const limits = new EventLimits(() => bench.services.db.pool);
    expect(sum([await attempt(limits, project), await attempt(limits, project), await attempt(limits, project)])).toBe(
      2,
    );
    await expect.poll(() => attempt(limits, project), { interval: 20 }).toBe(1);
  });
});

describe("a project with a limit", () => {
  const settings = { rate_limit: { count: 2, duration: 86_400 } };
  const event = { endpoint_id: "", event_type: "invoice.paid", data: {} };
  const send = (project: ApiProject, body: object) => project.ask("POST", "/events", { body });

  it("answers 429 with Retry-After and RateLimit-* beyond it", async () => {
    const project = await bench.project("outgoing", settings);
    const body = { ...event, endpoint_id: await project.endpoint() };
    expect([(await send(project, body)).status, (await send(project, body)).status]).toEqual([201, 201]);
    const refused = await send(project, body);
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1);
    expect(refused.headers.get("ratelimit-limit")).toBe("2");
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
  });

  it("limits the events of a batch one by one", async () => {
    const project = await bench.project("outgoing", settings);
    const body = { ...event, endpoint_id: await project.endpoint() };
    const { data } = (await project.ask("POST", "/events/batch", { body: { events: [body, body, body] } })).body;
    expect(data.results.map((result: { status: number }) => result.status).sort()).toEqual([201, 201, 429]);
    const all = await project.ask("POST", "/events/batch", { body: { events: [body] } });
    expect(all.status).toBe(429);
    expect(all.headers.get("retry-after")).not.toBeNull();
  });

  it("counts only verified events, so that a stranger cannot use it up", async () => {
    const project = await bench.project("incoming", settings);
    const verifier = { type: "api_key", api_key: { header_name: "X-Key", header_value: "right" } };
    const source = await project.ask("POST", "/sources", { body: { name: "S", type: "http", verifier } });
    const path = new URL(source.body.data.url).pathname;
    const post = (key: string) => bench.ask("POST", path, { body: {}, headers: { "x-key": key } });
    for (let i = 0; i < 5; i++) expect((await post("wrong")).status).toBe(401);
    expect([(await post("right")).status, (await post("right")).status]).toEqual([200, 200]);
    const refused = await post("right");
    expect([refused.status, refused.headers.get("ratelimit-limit")]).toEqual([429, "2"]);
  });
});
