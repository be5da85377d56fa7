import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { buildOpenApi } from "@/lib/api/document/openapi";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";
import { World } from "@/lib/api/world.fixture";
import { newId } from "@/lib/kernel/ids";
import { UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";

let bench: ApiBench;
let project: ApiProject;
let other: ApiProject;
let world: World;

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  other = await bench.project("outgoing");
  world = await World.open(bench);
});
afterAll(() => bench.close());

const document = buildOpenApi(ROUTES, { publicUrl: "/" }) as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
};
const named = (routes: readonly Route[]) => routes.map((route) => [route.id, route] as const);
const inProject = ROUTES.filter((route) => route.path.includes("{projectID}"));
const withBody = ROUTES.filter((route) => route.body);

function pathOf(route: Route, projectId = project.id): string {
  return route.path.replace("{projectID}", projectId).replace(/\{\w+\}/g, newId());
}

/** The least that passes the border, so that a failure is about what the test changes. */
const caller = async (route: Route) =>
  route.permission === "own" || route.permission === "people"
    ? { headers: { cookie: (await bench.user({ isOwner: true })).cookie, "sec-fetch-site": "same-origin" } }
    : { key: project.keys.admin };

describe.each(named(ROUTES))("%s", (_id, route) => {
  const method = route.method.toUpperCase();

  it("answers 401 without a key, in the envelope, unless it is public", async () => {
    const { status, body, headers } = await bench.ask(method, pathOf(route));
    if (route.permission === "public") return expect(status).not.toBe(401);
    expect(status).toBe(401);
    expect(body).toMatchObject({ status: false, data: null, error: { code: "unauthorized" } });
    expect(body.request_id).toBe(headers.get("x-request-id"));
    expect(headers.get("www-authenticate")).toContain("Bearer");
  });

  it("is in the OpenAPI document with its answers", () => {
    const operation = document.paths[route.path]?.[route.method];
    expect(operation).toMatchObject({ operationId: route.id, summary: route.summary, tags: [route.tag] });
    expect(Object.keys(operation?.responses as object)).toEqual(expect.arrayContaining(["401", "403", "500", "503"]));
    const parameters = (operation?.parameters ?? []) as { in: string }[];
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    expect(inQuery).toHaveLength(Object.keys(route.query?.shape ?? {}).length);
  });
});

describe.each(named(inProject))("%s", (_id, route) => {
  const method = route.method.toUpperCase();

  it("answers 404 to another project's key and for an unknown project", async () => {
    for (const path of [pathOf(route), pathOf(route, newId()), pathOf(route, "abc"), pathOf(route, "%00")]) {
      const { status, body } = await bench.ask(method, path, { key: other.keys.admin });
      expect([status, body.error?.code]).toEqual([404, "not_found"]);
    }
  });

  it("answers 404 to a person who is no member", async () => {
    const { cookie } = await bench.user();
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    expect((await bench.ask(method, pathOf(route), { headers })).status).toBe(404);
  });

  it("answers 403 to too low a role", async () => {
    const lower = (
      {
        read: [],
        operate: ["viewer"],
        administer: ["viewer", "operator"],
        people: ["viewer", "operator", "admin"],
        own: [],
        public: [],
      } as const
    )[route.permission];
    for (const role of lower) {
      const { status, body } = await bench.ask(method, pathOf(route), { key: project.keys[role] });
      expect([status, body.error?.code]).toEqual([403, "forbidden"]);
    }
  });
});

describe.each(named(withBody))("%s", (_id, route) => {
  const method = route.method.toUpperCase();
  const ask = async (options: object) => bench.ask(method, pathOf(route), { ...(await caller(route)), ...options });
  const send = async (raw: string, type = "application/json") => {
    const base = await caller(route);
    const headers = { ...("headers" in base && base.headers), "content-type": type };
    return bench.ask(method, pathOf(route), { ...base, headers, raw });
  };

  it("answers 422 with every unknown field, __proto__ too", async () => {
    const { status, body } = await send('{"nonsense":1,"__proto__":{"x":1}}');
    expect(status).toBe(422);
    const paths = body.error.fields.map((field: { path: string }) => field.path);
    expect(paths).toContain("__proto__");
    const again = await send('{"nonsense":1,"other_nonsense":2}');
    expect(again.body.error.fields).toEqual(
      expect.arrayContaining([
        { path: "nonsense", message: "Unknown field." },
        { path: "other_nonsense", message: "Unknown field." },
      ]),
    );
  });

  it("answers 422 if the body is not an object", async () => {
    for (const raw of ["[]", '"x"', "null", "1"]) expect((await send(raw)).status).toBe(422);
  });

  it("answers 422 to NUL characters and broken surrogates", async () => {
    const { status, body } = await send('{"name":"a\\u0000b","url":"\\ud800"}');
    expect(status).toBe(422);
    expect(body.error.fields.map((field: { path: string }) => field.path)).toEqual(["name", "url"]);
  });

  it("answers 400 to malformed JSON and to anything but UTF-8", async () => {
    for (const raw of ["{", '{"a":}', ""]) {
      const { status, body } = await send(raw);
      expect([status, body.error.code]).toEqual([400, "malformed_request"]);
    }
    const bytes = Buffer.from([0x22, 0xff, 0x22]) as unknown as string;
    expect((await send(bytes)).status).toBe(400);
  });

  it("answers 415 to text/plain and to a missing type", async () => {
    expect((await send("{}", "text/plain")).status).toBe(415);
    expect((await ask({ raw: Buffer.from("{}") })).status).toBe(415);
  });

  it("answers 413 to a body over 5 MiB", async () => {
    const { status, body } = await send(`{"name":"${"x".repeat(5 * 1024 * 1024)}"}`);
    expect([status, body.error.code]).toEqual([413, "payload_too_large"]);
  });
});

describe.each(named(ROUTES))("%s", (_id, route) => {
  it("answers a valid call as documented", async () => {
    const { path, ...call } = await world.callOf(route);
    const { status, body, headers } = await bench.ask(route.method.toUpperCase(), path, call);
    expect([status, body.message], JSON.stringify(body)).toEqual([route.status ?? 200, route.message]);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get(UNKNOWN_PARAMETERS_HEADER)).toBeNull();
  });

  it("ignores what it does not take: a parameter, which it names, and a body if it has none", async () => {
    const { path, ...call } = await world.callOf(route);
    const own = { "content-type": "text/plain" };
    const extra = !route.body && route.method !== "get" && { raw: '"{}"', headers: { ...call.headers, ...own } };
    const asked = bench.ask(route.method.toUpperCase(), `${path}?nonsense=1`, { ...call, ...extra });
    const { status, body, headers } = await asked;
    expect([status, body.message], JSON.stringify(body)).toEqual([route.status ?? 200, route.message]);
    expect(headers.get(UNKNOWN_PARAMETERS_HEADER)).toBe("nonsense");
  });
});

describe.each(named(withBody))("%s", (_id, route) => {
  const shape = route.body instanceof z.ZodObject ? route.body.shape : {};
  const wrongOf = (field: z.ZodType) => [12.5, "\n", [[]], true].find((value) => !field.safeParse(value).success);
  const fields = Object.entries(shape).filter(([, field]) => wrongOf(field as z.ZodType) !== undefined);

  it.each(fields)("answers 422 to the wrong type of %s, by its name", async (name, field) => {
    const { path, body: good, ...call } = await world.callOf(route);
    const body = { ...(good as object), [name]: wrongOf(field as z.ZodType) };
    const answer = await bench.ask(route.method.toUpperCase(), path, { ...call, body });
    expect([answer.status, answer.body.error?.code]).toEqual([422, "invalid_fields"]);
    const paths = answer.body.error.fields.map((one: { path: string }) => one.path.split(".")[0]);
    expect(paths).toContain(name);
  });
});

it("has each operation id and each method of a path once", () => {
  expect(new Set(ROUTES.map((route) => route.id)).size).toBe(ROUTES.length);
  expect(new Set(ROUTES.map((route) => `${route.method} ${route.path}`)).size).toBe(ROUTES.length);
});

it("answers unknown paths 404 and other methods 405, both in the envelope", async () => {
  const unknown = await bench.ask("GET", "/v1/nothing", { key: project.keys.admin });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"]);
  const { status, headers, body } = await project.ask("PATCH", "/endpoints");
  expect([status, body.error.code, headers.get("allow")]).toEqual([405, "method_not_allowed", "GET, POST, HEAD"]);
});
