import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { auditRequest } from "@/lib/api/audit-request";
import { ROUTES } from "@/lib/api/routes/registry";
import { newId } from "@/lib/kernel/ids";
import { diffFields } from "@/lib/nouns/audit-log/diff";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const list = async (query = "") => (await project.ask("GET", `/audit-log?perPage=100&${query}`)).body.data.content;
const actions = async (query: string) => (await list(query)).map((entry: { action: string }) => entry.action);

it("records each change with who made it, from where and by which request", async () => {
  const headers = { "x-request-id": "request-of-ada", "x-hookyard-address": "203.0.113.9" };
  const made = await project.ask("POST", "/endpoints", { body: { name: "A", url: "https://example.com/" }, headers });
  const { uid } = made.body.data;
  expect((await list(`resourceId=${uid}`))[0]).toMatchObject({
    action: "endpoint.created",
    actor: { kind: "api_key", name: "admin" },
    resource: { type: "endpoint", uid, name: "A" },
    request_id: "request-of-ada",
    address: "203.0.113.9",
    changes: {},
  });
  const user = await bench.user({ isOwner: true });
  await project.ask("PUT", `/endpoints/${uid}`, {
    key: null,
    headers: { cookie: user.cookie, "sec-fetch-site": "same-origin" },
    body: { name: "B", http_timeout: 30 },
  });
  const [changed] = await list(`actorId=${user.id}`);
  expect(changed.actor).toEqual({ kind: "user", uid: user.id, name: `${user.id}@example.com` });
  expect(changed.changes).toEqual({ name: { from: "A", to: "B" }, http_timeout: { from: 10, to: 30 } });
});

it("has every change of every noun, in order, and finds them by action, kind, resource and date", async () => {
  const other = await bench.project("incoming");
  const endpoint_id = await other.endpoint();
  const source_id = await other.source();
  const subscription = await other.subscription({ endpoint_id, source_id });
  await other.ask("PUT", `/subscriptions/${subscription}`, { body: { name: "N" } });
  await other.ask("PUT", `/endpoints/${endpoint_id}/pause`);
  await other.ask("PUT", `/endpoints/${endpoint_id}/pause`);
  await other.ask("PUT", `/endpoints/${endpoint_id}/resume`);
  await other.ask("POST", `/endpoints/${endpoint_id}/secrets`, { body: {} });
  const delivery = await toDeliveryFixture(other, { endpointId: endpoint_id, sourceId: source_id, status: "Failure" });
  await other.ask("PUT", `/eventdeliveries/${delivery.id}/resend`);
  const key = (await other.ask("POST", "/api-keys", { body: { name: "K", role: "viewer" } })).body.data.uid;
  await other.ask("DELETE", `/api-keys/${key}`);
  await other.ask("PUT", "", { body: { settings: { retry: { retry_limit: 3 } } } });
  await other.ask("DELETE", `/sources/${source_id}`);
  const find = async (query: string) =>
    (await other.ask("GET", `/audit-log?sort=asc&perPage=100&${query}`)).body.data.content.map(
      (entry: { action: string }) => entry.action,
    );
  expect(await find("")).toEqual([
    "project.created",
    ...["api_key.created", "api_key.created", "api_key.created"],
    "endpoint.created",
    "source.created",
    "subscription.created",
    "subscription.updated",
    "endpoint.paused",
    "endpoint.resumed",
    "endpoint.updated",
    "event_delivery.resent",
    "api_key.created",
    "api_key.revoked",
    "project.updated",
    ...["subscription.deleted", "source.deleted"],
  ]);
  expect(await find("action=api_key.*&actorKind=api_key")).toEqual(["api_key.created", "api_key.revoked"]);
  expect(await find(`resourceType=source&resourceId=${source_id}`)).toEqual(["source.created", "source.deleted"]);
  expect(await find("endDate=2020-01-01")).toEqual([]);
  expect(await actions("action=source.*")).toEqual([]);
});

it("records nothing of a refused change", async () => {
  const before = (await list()).length;
  await project.ask("POST", "/endpoints", { body: { name: "x", url: "http://10.0.0.1/" } });
  await project.ask("POST", "/api-keys", { body: { name: "admin", role: "viewer" } });
  await project.ask("PUT", "/endpoints/x/pause");
  expect(await list()).toHaveLength(before);
});

it("shows the owner all projects and what happens outside them, and a project nothing of that", async () => {
  const owner = bench.signedIn(await bench.user({ isOwner: true }));
  const ctx = { ...bench.system, request: { id: "r-1", address: "203.0.113.9", isAudited: false } };
  const id = newId();
  const resource = { type: "user" as const, id, name: "ada@example.com" };
  await recordAudit(bench.services.db, ctx, { action: "user.created", resource, count: 3 });
  const find = async (query: string) => (await bench.ask("GET", `/v1/audit-log?${query}`, owner)).body.data.content;
  expect(await find(`resourceId=${id}`)).toMatchObject([{ action: "user.created", project_id: null, count: 3 }]);
  expect(await list(`resourceId=${id}`)).toEqual([]);
  const everything = await find("perPage=100");
  const projects = new Set(everything.map((entry: { project_id: string | null }) => entry.project_id));
  expect(projects.has(null) && projects.size > 2).toBe(true);
  const one = await find(`perPage=100&projectId=${project.id}`);
  expect(one).toEqual(await list());
});

it("contains no credential", async () => {
  const authentication = { type: "basic_auth", basic_auth: { username: "u", password: "open sesame" } };
  const id = await project.endpoint({ authentication, secret: "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0" });
  await project.ask("PUT", `/endpoints/${id}`, {
    body: { authentication: { ...authentication, basic_auth: { username: "v", password: "other words" } } },
  });
  await project.ask("POST", `/endpoints/${id}/secrets`, {
    body: { secret: "whsec_b3RoZXItb3RoZXItb3RoZXItb3RoZXItb3RoZXI=" },
  });
  const rows = await bench.services.db.selectFrom("audit_log").selectAll().execute();
  const text = JSON.stringify(rows);
  for (const secret of ["open sesame", "other words", "c2VjcmV0", "b3RoZXIt"]) expect(text).not.toContain(secret);
  expect((await list(`resourceId=${id}&action=endpoint.updated`))[1].changes).toHaveProperty("authentication");
});

it("is written by the border if a domain writes nothing itself, so that no operation is forgotten", async () => {
  const route = ROUTES.find((one) => one.id === "createSource");
  const ctx = { ...project.context, request: { id: "r", address: "", isAudited: false } };
  const uid = newId();
  const { audit: _, ...unsaid } = route as NonNullable<typeof route>;
  await auditRequest(ctx, { ...unsaid, id: "createReplay" }, {}, { uid, name: "Yesterday" });
  expect((await list(`resourceId=${uid}`))[0]).toMatchObject({
    action: "replay.create",
    resource: { type: "replay", uid, name: "Yesterday" },
    address: null,
  });
  await auditRequest(ctx, { ...unsaid, id: "createReplay" }, {}, { uid });
  expect(await list(`resourceId=${uid}`)).toHaveLength(1);
});

it("compares resources by the fields that a person can change", () => {
  const before = { a: 1, events: 1, updated_at: "x", endpoint_metadata: { uid: "e", events: 1 }, gone: true };
  const after = { a: 1, events: 2, updated_at: "y", endpoint_metadata: { uid: "e", events: 2 }, come: 1 };
  expect(diffFields(before, after)).toEqual({ gone: { from: true, to: null }, come: { from: null, to: 1 } });
});
