import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import type { DeliveryStatus, Role } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { MAX_VIEWS } from "@/lib/nouns/views/mutations";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
beforeEach(async () => {
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

/** A person of the project in the dashboard, with their calls on its views. */
async function person(role: Role) {
  const user = await bench.user();
  const member = { project_id: project.id, user_id: user.id, role, created_at: new Date() };
  await bench.services.db.insertInto("project_members").values(member).execute();
  const ask = (method: string, path = "", body?: unknown) =>
    project.ask(method, `/views${path}`, { ...bench.signedIn(user), body });
  return {
    ...user,
    ask,
    save: async (view: object) => (await ask("POST", "", { list: "deliveries", ...view })).body.data.uid as string,
    names: async (query = "") => (await ask("GET", query)).body.data.map((view: { name: string }) => view.name),
  };
}

const faults = ({ status, body }: { status: number; body: { error?: { fields?: object[] } } }) => [
  status,
  body.error?.fields,
];

describe("a view", () => {
  it("keeps the filters as the address has them and the columns in their order", async () => {
    const { ask } = await person("viewer");
    const query = { status: "Failure,Retry", eventType: "order.*", ownerId: "" };
    const columns = ["created_at", "event_type", "latency"];
    const made = await ask("POST", "", { list: "deliveries", name: " Failing ", query, columns, is_pinned: true });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      name: "Failing",
      query: { status: "Failure,Retry", event_type: "order.*" },
      columns,
      is_shared: false,
      is_pinned: true,
    });
    const { uid } = made.body.data;
    const changed = await ask("PUT", `/${uid}`, { query: { code: ["5xx", "timeout"] } });
    expect(changed.body.data).toMatchObject({ name: "Failing", query: { code: ["5xx", "timeout"] }, columns });
    expect((await ask("GET", `/${uid}`)).body.data).toEqual(changed.body.data);
    expect((await ask("DELETE", `/${uid}`)).status).toBe(200);
    expect((await ask("GET", `/${uid}`)).status).toBe(404);
  });

  it("is found by its list and a part of its name", async () => {
    const { save, names } = await person("viewer");
    await save({ name: "beta" });
    await save({ name: "Alpha" });
    await save({ name: "beta", list: "events" });
    expect(await names()).toEqual(["Alpha", "beta", "beta"]);
    expect(await names("?list=events")).toEqual(["beta"]);
    expect(await names("?q=LPH")).toEqual(["Alpha"]);
  });

  it("is seen by its person alone, unless it is shared with the project", async () => {
    const [ada, grace, admin] = [await person("viewer"), await person("operator"), await person("admin")];
    const own = await ada.save({ name: "own" });
    const shared = await grace.save({ name: "shared", is_shared: true });
    expect([await ada.names(), await grace.names(), await admin.names()]).toEqual([
      ["own", "shared"],
      ["shared"],
      ["shared"],
    ]);
    for (const [method, path, body] of [
      ["GET", `/${own}`],
      ["GET", `/${own}/count`],
      ["PUT", `/${own}`, { name: "mine" }],
      ["DELETE", `/${own}`],
    ] as const) {
      expect([method, (await admin.ask(method, path, body)).status]).toEqual([method, 404]);
      expect((await project.ask(method, `/views${path}`, { body })).status).toBe(404);
    }
    for (const [method, body] of [["PUT", { is_pinned: true }], ["PUT", { is_shared: false }], ["DELETE"]] as const) {
      expect([method, (await ada.ask(method, `/${shared}`, body)).status]).toEqual([method, 403]);
    }
    expect((await ada.ask("POST", "", { list: "events", name: "x", is_shared: true })).status).toBe(403);
    expect((await ada.ask("PUT", `/${own}`, { is_shared: true })).status).toBe(403);
    expect((await grace.ask("PUT", `/${shared}`, { is_shared: false })).body.data.is_shared).toBe(false);
    expect([await ada.names(), await grace.names()]).toEqual([["own"], ["shared"]]);
  });

  it("of an API key is shared, which needs an operator's", async () => {
    const body = { list: "events", name: "by a key" };
    const save = (key: string, is_shared: boolean) =>
      project.ask("POST", "/views", { key, body: { ...body, is_shared } });
    expect(faults(await save(project.keys.admin, false))).toEqual([
      422,
      [{ path: "is_shared", message: "Say true: an API key has no views of its own." }],
    ]);
    expect((await save(project.keys.viewer, true)).status).toBe(403);
    const made = await save(project.keys.operator, true);
    expect(made.body.data.created_by).toBe("the API key operator");
    const change = await project.ask("PUT", `/views/${made.body.data.uid}`, { body: { is_shared: false } });
    expect(change.status).toBe(422);
  });

  it("of another project is not found", async () => {
    const id = (await project.ask("POST", "/views", { body: { list: "events", name: "x", is_shared: true } })).body.data
      .uid;
    const other = await bench.project("outgoing");
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/count"],
      ["PUT", ""],
      ["DELETE", ""],
    ] as const) {
      const answer = await other.ask(method, `/views/${id}${path}`, method === "PUT" ? { body: { name: "y" } } : {});
      expect([method, answer.status]).toEqual([method, 404]);
    }
  });

  it("has a name that is used once among the shared ones of its list, and once among a person's own", async () => {
    const [ada, grace] = [await person("operator"), await person("viewer")];
    const taken = async (answer: ReturnType<typeof ada.ask>) => {
      const { status, body } = await answer;
      return [status, body.error?.code];
    };
    await ada.save({ name: "Slow" });
    expect(await taken(ada.ask("POST", "", { list: "deliveries", name: "SLOW" }))).toEqual([409, "duplicate"]);
    expect((await ada.ask("POST", "", { list: "events", name: "Slow" })).status).toBe(201);
    expect((await grace.ask("POST", "", { list: "deliveries", name: "Slow" })).status).toBe(201);
    const shared = await ada.save({ name: "Slow", is_shared: true });
    const other = { list: "deliveries", name: "slow", is_shared: true };
    expect(await taken(ada.ask("POST", "", other))).toEqual([409, "duplicate"]);
    expect(await taken(ada.ask("PUT", `/${shared}`, { is_shared: false }))).toEqual([409, "duplicate"]);
    for (const name of ["", " ", "x".repeat(81)]) {
      expect((await ada.ask("POST", "", { list: "events", name })).status).toBe(422);
    }
  });

  it("is one of at most fifty of a person, and of the shared ones", async () => {
    const [ada, grace] = [await person("operator"), await person("operator")];
    const fill = (is_shared: boolean) =>
      Promise.all(
        Array.from({ length: MAX_VIEWS + 2 }, (_, n) =>
          ada.ask("POST", "", { list: "events", name: `${n}`, is_shared }),
        ),
      );
    for (const is_shared of [false, true]) {
      const statuses = (await fill(is_shared)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_VIEWS);
      expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    }
    const another = await grace.save({ name: "own" });
    const { status, body } = await grace.ask("PUT", `/${another}`, { is_shared: true });
    expect([status, body.message]).toEqual([
      409,
      "A project has at most 50 shared views. Delete one that is not used any more.",
    ]);
  });

  it("has only filters that its list takes, each wrong one told by its name", async () => {
    const { ask, save } = await person("viewer");
    const refused = async (list: string, query: object, columns: string[] = []) =>
      faults(await ask("POST", "", { list, name: "x", query, columns }));
    const noFilter = (list: string) => `The list of ${list} has no such filter.`;
    expect(
      await refused("deliveries", { stauts: "Failure", perPage: "5", next_page_cursor: "x", view: "full" }),
    ).toEqual([
      422,
      ["stauts", "perPage", "next_page_cursor", "view"].map((name) => {
        return { path: `query.${name}`, message: noFilter("deliveries") };
      }),
    ]);
    expect(await refused("events", { code: "5xx", constructor: "x" })).toEqual([
      422,
      ["code", "constructor"].map((name) => ({ path: `query.${name}`, message: noFilter("events") })),
    ]);
    expect((await refused("events", { body: ["a:eq:1", "nonsense"] }))[1]).toMatchObject([{ path: "query.body.1" }]);
    expect((await refused("deliveries", { minAttempts: "9", maxAttempts: "2" }))[1]).toMatchObject([
      { path: "query.minAttempts" },
    ]);
    expect((await refused("deliveries", { status: "Sent", endpointId: "x" }))[1]).toMatchObject([
      { path: "query.endpointId.0" },
      { path: "query.status.0" },
    ]);
    const id = await save({ name: "kept", query: { status: "Failure" } });
    expect((await ask("PUT", `/${id}`, { query: { status: "Pending" } })).status).toBe(422);
    expect((await ask("PUT", `/${id}`, { columns: ["deliveries"] })).status).toBe(422);
    expect((await ask("GET", `/${id}`)).body.data.query).toEqual({ status: "Failure" });
    expect((await refused("events", {}, ["status", "latency"]))[1]).toMatchObject([{ path: "columns.1" }]);
    expect((await refused("events", {}, ["status", "status"]))[1]).toMatchObject([{ path: "columns" }]);
  });

  it("refuses __proto__ as the name of a filter", async () => {
    const raw = '{"list":"deliveries","name":"x","is_shared":true,"query":{"__proto__":"Failure"}}';
    const headers = { "content-type": "application/json" };
    const answer = await project.ask("POST", "/views", { raw, headers });
    expect(faults(answer)).toEqual([422, [{ path: "query.__proto__", message: "Unknown field." }]]);
  });

  it("goes with its person when they leave the project; what they shared stays", async () => {
    const [ada, grace] = [await person("operator"), await person("viewer")];
    await ada.save({ name: "own" });
    await ada.save({ name: "shared", is_shared: true });
    await grace.save({ name: "hers" });
    const owner = bench.signedIn(await bench.user({ isOwner: true }));
    expect((await project.ask("DELETE", `/members/${ada.id}`, owner)).status).toBe(200);
    const left = await bench.services.db
      .selectFrom("views")
      .select("name")
      .where("project_id", "=", project.id)
      .execute();
    expect(left.map(({ name }) => name).sort()).toEqual(["hers", "shared"]);
  });

  it("is told of by the audit log, an own one without its name and content", async () => {
    const ada = await person("operator");
    const own = await ada.save({ name: "private thoughts" });
    await ada.ask("PUT", `/${own}`, { name: "more of them" });
    await ada.ask("PUT", `/${own}`, { is_shared: true });
    const { content } = (await project.ask("GET", `/audit-log?resourceId=${own}`)).body.data;
    const told = content.map((entry: { action: string; resource: { name: string }; changes: object }) => {
      return [entry.action, entry.resource.name, Object.keys(entry.changes)];
    });
    expect(told).toEqual([
      ["view.updated", "more of them", ["is_shared"]],
      ["view.updated", "", []],
      ["view.created", "", []],
    ]);
  });
});

describe("the count of a view", () => {
  const deliver = (status: DeliveryStatus, given: { in?: ApiProject; eventType?: string } = {}) => {
    const { in: place = project, eventType = "invoice.paid" } = given;
    return toDeliveryFixture(place, { endpointId: newId(), status, eventType });
  };
  const count = async (id: string) => (await project.ask("GET", `/views/${id}/count`)).body.data;
  const save = async (list: string, query: object) => {
    const body = { list, name: newId(), query, is_shared: true };
    return (await project.ask("POST", "/views", { body })).body.data.uid as string;
  };

  it("is what its list finds, and nothing of another project", async () => {
    const failed = await save("deliveries", { status: "Failure,Discarded" });
    const paid = await save("events", { event_type: "invoice.*" });
    expect(await count(failed)).toEqual({ count: 0, is_more: false, reason: null });
    await deliver("Failure");
    await deliver("Discarded", { eventType: "order.made" });
    await deliver("Success");
    await deliver("Failure", { in: await bench.project("outgoing") });
    expect(await count(failed)).toEqual({ count: 2, is_more: false, reason: null });
    expect(await count(paid)).toEqual({ count: 2, is_more: false, reason: null });
  });

  it("ends at a thousand", async () => {
    const { id } = await deliver("Failure");
    const { db } = bench.services;
    const row = await db.selectFrom("event_deliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_000 }, () => ({ ...row, id: newId() }));
    await db.insertInto("event_deliveries").values(rows).execute();
    expect(await count(await save("deliveries", { status: "Failure" }))).toEqual({
      count: 1_000,
      is_more: true,
      reason: null,
    });
  });

  it("is not made where payloads would have to be searched, and says so", async () => {
    for (const query of [{ q: "Ada" }, { body: "customer:eq:Ada" }]) {
      const { count: found, reason } = await count(await save("events", query));
      expect([found, reason]).toEqual([null, expect.stringContaining("payloads")]);
    }
  });

  it("is not made by filters that the list takes no longer", async () => {
    const id = await save("deliveries", { status: "Failure" });
    await bench.services.db.updateTable("views").set({ query: '{"status":"Gone"}' }).where("id", "=", id).execute();
    expect(await count(id)).toMatchObject({ count: null, reason: expect.stringContaining("not take these filters") });
  });
});
