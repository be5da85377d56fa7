import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

function createLimited(rates: { perKey: number; perAddress: number }) {
  const app = createApp({ ...bench.services, rates }, { readSession: async () => null });
  return (authorization: string, address = "203.0.113.9") =>
    app.request(`/v1/projects/${project.id}`, { headers: { authorization, "x-hookyard-address": address } });
}

async function times(count: number, ask: () => Response | Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await ask());
  return answers;
}

it("limits each key separately and reports what is left", async () => {
  const ask = createLimited({ perKey: 1, perAddress: 0 });
  const answers = await times(5, () => ask(project.keys.viewer));
  expect(answers.map((answer) => answer.status).slice(0, 2)).toEqual([200, 200]);
  expect(answers[0]?.headers.get("ratelimit-limit")).toBe("2");
  expect(answers[0]?.headers.get("ratelimit-remaining")).toBe("1");
  expect(Number(answers[0]?.headers.get("ratelimit-reset"))).toBe(1);
  const refused = answers.find((answer) => answer.status === 429) as Response;
  expect([refused.headers.get("retry-after"), refused.headers.get("ratelimit-remaining")]).toEqual(["1", "0"]);
  expect((await refused.json()).error.code).toBe("rate_limited");
  expect((await ask(project.keys.admin)).status).toBe(200);
});

it("stops an address that guesses keys, and no caller with a known key", async () => {
  const ask = createLimited({ perKey: 0, perAddress: 1 });
  expect((await ask(project.keys.viewer)).status).toBe(200);
  const guess = `hy_${"x".repeat(12)}_${"y".repeat(43)}`;
  const statuses = (await times(5, () => ask(guess))).map((answer) => answer.status);
  expect([statuses.slice(0, 2), statuses.includes(429)]).toEqual([[401, 401], true]);
  expect((await ask(project.keys.viewer)).status).toBe(200);
  expect((await ask(guess, "203.0.113.10")).status).toBe(401);
  const household = await times(5, () => ask(guess, `2001:db8:1:2::${Math.floor(Math.random() * 9_999)}`));
  expect(household.some((answer) => answer.status === 429)).toBe(true);
});

it("limits nothing at 0, nor for an unknown address", async () => {
  const unlimited = createLimited({ perKey: 0, perAddress: 0 });
  const free = await times(300, () => unlimited("nonsense"));
  const unknown = createLimited({ perKey: 0, perAddress: 1 });
  const unnamed = await times(20, () => unknown("nonsense", ""));
  expect(new Set([...free, ...unnamed].map((answer) => answer.status))).toEqual(new Set([401]));
  expect(free[0]?.headers.has("ratelimit-limit")).toBe(false);
});
