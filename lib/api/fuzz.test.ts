import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { EXAMPLES } from "@/lib/api/examples";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";

const RUNS = 1_500;

let bench: ApiBench;
let projects: ApiProject[];
const ids: Record<string, string[]> = {};
beforeAll(async () => {
  bench = await ApiBench.open();
  projects = [await bench.project("incoming"), await bench.project("outgoing")];
  for (const project of projects) ids[project.id] = [await project.endpoint(), project.id];
  ids[projects[0]?.id ?? ""]?.push((await projects[0]?.source()) ?? "");
});
afterAll(() => bench.close());

const nasty = fc.constantFrom<unknown>(
  "",
  "\0",
  "\ud800",
  "%",
  "\\",
  "'; --",
  "__proto__",
  "[REDACTED]",
  -1,
  0,
  1e308,
  2 ** 53,
  2 ** 31,
  1.5,
  null,
  true,
  [],
  {},
  [[]],
  "9999-12-31T23:59:59-23:59",
  "http://[::1]/",
  "https://exa mple/",
  "http://example.com:99999/",
  "x".repeat(3_000),
);

/** An example with some of its parts put out of order, so that much of it comes past the schema. */
function mutated(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== "object" || example === null) {
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(example) },
      { weight: 1, arbitrary: nasty },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
  }
  if (Array.isArray(example)) return fc.tuple(...example.map(mutated));
  const fields = fc.record(Object.fromEntries(Object.entries(example).map(([key, part]) => [key, mutated(part)])), {
    requiredKeys: Object.keys(example).slice(0, 2),
  });
  const extra = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "a\0", "uid")), nasty, { maxKeys: 1 });
  return fc.oneof(
    { weight: 12, arbitrary: fields },
    { weight: 1, arbitrary: fc.tuple(fields, extra).map(([some, more]) => ({ ...some, ...more })) },
    { weight: 1, arbitrary: nasty },
  );
}

const CREATED: Record<string, string> = { rotateEndpointSecret: "RotateSecret" };

function bodyOf(route: Route): fc.Arbitrary<unknown> {
  const name = CREATED[route.id] ?? route.id.replace(/^./, (first) => first.toUpperCase());
  return fc.oneof({ weight: 8, arbitrary: mutated(EXAMPLES[name] ?? {}) }, { weight: 1, arbitrary: fc.jsonValue() });
}

function queryOf(route: Route): fc.Arbitrary<string> {
  const keys = Object.keys(route.query?.shape ?? {});
  const value = fc.oneof(
    fc.constantFrom(
      "1",
      "20",
      "asc",
      "prev",
      "next",
      "2026-01-01",
      "Success",
      "Failure,Retry",
      "active",
      "summary",
      "a*",
      "%",
      "\0",
      "x,y",
      "",
    ),
    fc.string(),
    fc.uuid(),
  );
  if (keys.length === 0) return fc.constant("");
  const pairs = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom("", "[]"), value), { maxLength: 4 });
  return pairs.map((list) =>
    list.map(([key, suffix, text]) => `${key}${suffix}=${encodeURIComponent(text)}`).join("&"),
  );
}

it("answers nothing on earth with a 5xx, and only in the envelope", async () => {
  const request = fc.constantFrom(...ROUTES).chain((route) =>
    fc.record({
      route: fc.constant(route),
      project: fc.nat({ max: 1 }),
      pick: fc.nat({ max: 3 }),
      query: queryOf(route),
      body: bodyOf(route),
    }),
  );
  const property = fc.asyncProperty(request, async ({ route, project: at, pick, query, body }) => {
    const project = projects[at] as ApiProject;
    const known = ids[project.id] ?? [];
    const path = route.path
      .replace("{projectID}", project.id)
      .replace(/\{\w+\}/g, known[pick] ?? encodeURIComponent(String(pick)));
    const answer = await bench.ask(route.method.toUpperCase(), `${path}?${query}`, {
      key: project.keys.admin,
      ...(route.body && { body }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    expect(answer.body).toMatchObject({ status: answer.status < 300, message: expect.any(String) });
    if (answer.status === 422) expect(answer.body.error.fields.length).toBeGreaterThan(0);
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_270_131 });
}, 120_000);
