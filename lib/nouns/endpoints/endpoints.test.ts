import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing", { meta_event: { is_enabled: true, url: "https://example.com/meta" } });
});
afterAll(() => bench.close());

const get = async (id: string, key = project.keys.admin) =>
  (await project.ask("GET", `/endpoints/${id}`, { key })).body.data;
const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });
const told = async (type: string) =>
  (await project.ask("GET", `/meta-events?event_type=${type}&perPage=1`)).body.data.content[0];

describe("an endpoint", () => {
  it("is created with defaults and a generated secret", async () => {
    const id = await project.endpoint();
    expect(await get(id)).toMatchObject({
      status: "active",
      advanced_signatures: true,
      http_timeout: 10,
      rate_limit: 0,
      rate_limit_duration: 60,
      authentication: null,
      owner_id: "",
      events: 0,
      failure_rate: 0,
      secrets: [{ value: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), expires_at: null }],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      deleted_at: null,
    });
    expect(JSON.parse((await told("endpoint.created")).metadata.raw).data).toMatchObject({
      uid: id,
      secrets: [{ value: "[REDACTED]" }],
    });
  });

  it("shows its signing secrets to admins only, and its credentials to nobody", async () => {
    const authentication = { type: "basic_auth", basic_auth: { username: "ada", password: "hunter2hunter2" } };
    const id = await project.endpoint({ secret: "my own secret", authentication });
    expect((await get(id)).secrets[0].value).toBe("my own secret");
    for (const role of ["viewer", "operator"] as const) {
      expect((await get(id, project.keys[role])).secrets[0].value).toBe("[REDACTED]");
    }
    expect((await get(id)).authentication.basic_auth).toEqual({ username: "ada", password: "[REDACTED]" });
    const stored = await bench.services.db
      .selectFrom("endpoints")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain("hunter2");
  });

  it("keeps a credential that is sent back redacted, and refuses the redacted text if there is none", async () => {
    const id = await project.endpoint({
      authentication: { type: "api_key", api_key: { header_name: "X-A", header_value: "kept" } },
    });
    const authentication = { type: "api_key", api_key: { header_name: "X-B", header_value: "[REDACTED]" } };
    expect((await put(id, { authentication })).status).toBe(200);
    const stored = async () => {
      const row = await bench.services.db.selectFrom("endpoints").selectAll().where("id", "=", id).executeTakeFirst();
      return row?.authentication ? JSON.parse(bench.services.box.open(row.authentication)) : null;
    };
    expect(await stored()).toEqual({ type: "api_key", api_key: { header_name: "X-B", header_value: "kept" } });
    const wrong = await put(id, {
      authentication: { type: "basic_auth", basic_auth: { username: "a", password: "[REDACTED]" } },
    });
    expect([wrong.status, wrong.body.error.fields[0].path]).toEqual([422, "authentication.basic_auth.password"]);
    expect((await put(id, { authentication: null })).body.data.authentication).toBeNull();
    expect(await stored()).toBeNull();
  });

  it("replaces only the fields sent", async () => {
    const id = await project.endpoint({ description: "first", http_timeout: 20 });
    const { body } = await put(id, { http_timeout: 30 });
    expect(body.data).toMatchObject({ description: "first", http_timeout: 30, url: "https://example.com/h" });
  });

  it("refuses a forbidden address, together with every other wrong field", async () => {
    const internal = await project.ask("POST", "/endpoints", { body: { name: "x", url: "http://10.0.0.1/" } });
    expect([internal.status, internal.body.error.fields.map((field: { path: string }) => field.path)]).toEqual([
      422,
      ["url"],
    ]);
    const many = await project.ask("POST", "/endpoints", {
      body: { url: "ftp://x", http_timeout: 121, rate_limit: -1 },
    });
    expect(many.body.error.fields.map((field: { path: string }) => field.path).sort()).toEqual([
      "http_timeout",
      "name",
      "rate_limit",
      "url",
    ]);
    expect((await put(await project.endpoint(), { url: "http://169.254.169.254/" })).status).toBe(422);
  });

  it("is deleted with its subscriptions, and its waiting deliveries are discarded", async () => {
    const id = await project.endpoint();
    const subscription = await project.subscription({ endpoint_id: id });
    const waiting = await toDeliveryFixture(project, { endpointId: id, status: "Retry" });
    const sending = await toDeliveryFixture(project, { endpointId: id, status: "Processing" });
    const { status, body } = await project.ask("DELETE", `/endpoints/${id}`);
    expect([status, typeof body.data.deleted_at]).toEqual([200, "string"]);
    expect((await project.ask("GET", `/endpoints/${id}`)).status).toBe(404);
    expect((await put(id, { name: "x" })).status).toBe(404);
    expect((await project.ask("DELETE", `/endpoints/${id}`)).status).toBe(404);
    expect((await project.ask("GET", `/subscriptions/${subscription}`)).status).toBe(404);
    const found = (await project.ask("GET", `/eventdeliveries?endpointId=${id}&view=summary`)).body.data.content;
    const stateOf = (uid: string) => found.find((row: { uid: string }) => row.uid === uid);
    expect(stateOf(waiting.id)).toMatchObject({ status: "Discarded", description: "The endpoint was deleted." });
    expect(stateOf(sending.id)).toMatchObject({ status: "Processing" });
    expect((await told("endpoint.deleted")).event_type).toBe("endpoint.deleted");
  });

  it("changes its status on an operator's request", async () => {
    const id = await project.endpoint();
    const say = async (verb: string, key = project.keys.admin) => {
      const { status, body } = await project.ask("PUT", `/endpoints/${id}/${verb}`, { key });
      return status === 200 ? body.data.status : status;
    };
    expect(await say("pause", project.keys.operator)).toBe("paused");
    expect((await told("endpoint.paused")).event_type).toBe("endpoint.paused");
    expect(await say("pause")).toBe("paused");
    expect(await say("resume", project.keys.operator)).toBe("active");
    expect(await say("resume")).toBe("active");
    const waiting = await toDeliveryFixture(project, { endpointId: id, status: "Scheduled" });
    expect(await say("deactivate", project.keys.operator)).toBe(403);
    expect(await say("deactivate")).toBe("inactive");
    expect((await project.ask("GET", `/eventdeliveries/${waiting.id}`)).body.data.status).toBe("Discarded");
    expect(await say("pause")).toBe(409);
    expect(await say("resume")).toBe(409);
    expect((await project.ask("PUT", `/eventdeliveries/${waiting.id}/resend`)).status).toBe(409);
    expect(await say("activate")).toBe("active");
  });

  it("rotates its secret and keeps the older ones for a time, at most ten", async () => {
    const id = await project.endpoint({ secret: "the first one" });
    const rotate = (body: object) => project.ask("POST", `/endpoints/${id}/secrets`, { body });
    const { status, body } = await rotate({ secret: "the second one" });
    expect(status).toBe(201);
    const masked = await rotate({ secret: "[REDACTED]" });
    expect([masked.status, masked.body.error.fields[0].path]).toEqual([422, "secret"]);
    const valuesOf = ({ secrets }: { secrets: { value: string }[] }) => secrets.map(({ value }) => value);
    expect(valuesOf(body.data)).toEqual(["the second one", "[REDACTED]"]);
    expect(valuesOf(await get(id))).toEqual(["the second one", "the first one"]);
    const [second, first] = body.data.secrets;
    expect(second.expires_at).toBeNull();
    expect(Date.parse(first.expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    for (let i = 0; i < 8; i++) expect((await rotate({})).status).toBe(201);
    expect((await rotate({})).status).toBe(409);
    expect((await get(id)).secrets).toHaveLength(10);
    const ended = await rotate({ expires_in: 0 });
    expect([ended.status, ended.body.data.secrets.length]).toEqual([201, 1]);
    expect((await rotate({ expires_in: 604_801 })).status).toBe(422);
  });

  it("counts its deliveries and its failures of the last day, folded or not", async () => {
    const endpoint_id = await project.endpoint();
    const base = { project_id: project.id, destination_id: endpoint_id };
    const now = new Date();
    const { db } = bench.services;
    await db
      .insertInto("endpoint_stats")
      .values([
        {
          ...base,
          hour: new Date(now.getTime() - 3 * 86_400_000),
          deliveries: 100,
          attempts: 100,
          attempts_failed: 100,
        },
        { ...base, hour: new Date(now.getTime() - 3_600_000), deliveries: 5, attempts: 6, attempts_failed: 1 },
      ])
      .execute();
    await db
      .insertInto("endpoint_stat_deltas")
      .values({ ...base, minute: now, deliveries: 2, attempts: 3, attempts_failed: 2 })
      .execute();
    expect(await get(endpoint_id)).toMatchObject({ events: 107, failure_rate: 33.33 });
  });

  it("shows its secrets only by itself, and not inside other answers", async () => {
    const secret = "a canary of a secret";
    const chat_webhook_url = "https://hooks.example.com/services/T0/B0/canary";
    const other = await bench.project("outgoing");
    const id = await other.endpoint({ secret, chat_webhook_url });
    const subscription = await other.subscription({ endpoint_id: id });
    const { id: delivery, eventId } = await toDeliveryFixture(other, {
      endpointId: id,
      subscriptionId: subscription,
      status: "Success",
    });
    const paths = [
      "/endpoints",
      "/subscriptions",
      `/subscriptions/${subscription}`,
      "/eventdeliveries",
      `/eventdeliveries/${delivery}`,
      "/events",
      `/events/${eventId}`,
      "/audit-log",
      "/meta-events",
    ];
    for (const path of paths) {
      const { status, body } = await other.ask("GET", path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body)).not.toContain("canary");
    }
    for (const [method, path, body] of [
      ["PUT", `/endpoints/${id}`, { description: "changed" }],
      ["PUT", `/endpoints/${id}/pause`, undefined],
      ["PUT", `/subscriptions/${subscription}`, { name: "other" }],
      ["PUT", `/endpoints/${id}/resume`, undefined],
    ] as const) {
      const answer = await other.ask(method, path, { body });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain("canary");
    }
    const shown = (await other.ask("GET", `/endpoints/${id}`)).body.data;
    expect([shown.secrets[0].value, shown.chat_webhook_url]).toEqual([secret, chat_webhook_url]);
  });

  it("records once an hour who was shown its secrets, however often they ask", async () => {
    const id = await project.endpoint();
    const read = (key = project.keys.admin) => project.ask("GET", `/endpoints/${id}`, { key });
    const lines = async () =>
      (await project.ask("GET", `/audit-log?resourceId=${id}&action=endpoint.secrets_read`)).body.data.content;
    await read(project.keys.viewer);
    await read(project.keys.operator);
    expect(await lines()).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => read()));
    await read();
    expect(await lines()).toMatchObject([{ actor: { kind: "api_key" }, resource: { type: "endpoint", uid: id } }]);
    const second = await project.ask("POST", "/api-keys", { body: { name: "second reader", role: "admin" } });
    await read(second.body.data.key);
    expect(await lines()).toHaveLength(2);
  });

  it("stores whom to notify, shows the chat's address to admins only, and refuses a private one", async () => {
    const chat_webhook_url = "https://hooks.example.com/services/T0/B0/x";
    const told = { chat_webhook_url, support_email: "ops@example.com" };
    const id = await project.endpoint(told);
    expect((await project.ask("GET", `/endpoints/${id}`)).body.data).toMatchObject(told);
    const seen = await project.ask("GET", `/endpoints/${id}`, { key: project.keys.viewer });
    expect(seen.body.data).toMatchObject({ chat_webhook_url: "[REDACTED]", support_email: "ops@example.com" });
    const stored = () =>
      bench.services.db.selectFrom("endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(await stored())).not.toContain("T0/B0");
    expect((await put(id, { chat_webhook_url: "[REDACTED]" })).body.data.chat_webhook_url).toBe("[REDACTED]");
    expect(bench.services.box.open((await stored()).sealed_chat_webhook_url ?? "")).toBe(chat_webhook_url);
    const wrong = await project.ask("PUT", `/endpoints/${id}`, {
      body: { chat_webhook_url: "http://10.0.0.1/", support_email: "ops@example.com" },
    });
    expect(wrong.body.error.fields.map((field: { path: string }) => field.path)).toEqual(["chat_webhook_url"]);
    expect((await project.ask("PUT", `/endpoints/${id}`, { body: { support_email: "nobody" } })).status).toBe(422);
    const none = await project.ask("PUT", `/endpoints/${id}`, { body: { chat_webhook_url: "", support_email: "" } });
    expect(none.body.data).toMatchObject({ chat_webhook_url: "", support_email: "" });
    const nothing = await put(id, { chat_webhook_url: "[REDACTED]" });
    expect([nothing.status, nothing.body.error.fields[0].path]).toEqual([422, "chat_webhook_url"]);
    const { rows } = await bench.services.db.pool.query(
      "select changes from audit_log where changes::text like '%chat_web%'",
    );
    expect(JSON.stringify(rows)).not.toContain("T0/B0");
  });

  it("is found by name, text, status and owner", async () => {
    const other = await bench.project("outgoing");
    const a = await other.endpoint({ name: "Billing 100%_", owner_id: "acme", url: "https://a.example.com" });
    const b = await other.endpoint({ name: "Shipping", description: "goes to billing" });
    await other.ask("PUT", `/endpoints/${b}/pause`);
    const find = async (query: string) =>
      (await other.ask("GET", `/endpoints?${query}`)).body.data.content.map((row: { uid: string }) => row.uid);
    expect(await find("name=BILL")).toEqual([a]);
    expect(await find("name=100%25_")).toEqual([a]);
    expect(await find("name=%25")).toEqual([a]);
    expect(await find("q=billing")).toEqual([b, a]);
    expect(await find("q=a.example")).toEqual([a]);
    expect(await find("status=paused,pending")).toEqual([b]);
    expect(await find("owner_id=acme")).toEqual([a]);
    expect(await find("")).toEqual([b, a]);
    expect((await other.ask("GET", "/endpoints?status=off")).status).toBe(422);
  });
});
