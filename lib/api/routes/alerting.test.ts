import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { Receiver } from "@/lib/program/engines.fixture";

let bench: ApiBench;
let project: ApiProject;
let receiver: Receiver;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("outgoing");
  receiver = await new Receiver().open();
  return () => receiver.close();
});

const asOwner = async (method: string, path: string, body?: unknown) =>
  bench.ask(method, `/v1/installation${path}`, { ...bench.signedIn(await bench.user({ isOwner: true })), body });
const messageOf = (body: { error?: { fields?: { path: string; message: string }[] } }) => body.error?.fields ?? body;
const actions = async (of = project) => {
  const { content } = (await of.ask("GET", "/audit-log")).body.data;
  return content.map(({ action }: { action: string }) => action);
};

describe("the alert rules", () => {
  const rules = async () => (await project.ask("GET", "/alert-rules")).body.data;
  const rule = async (kind: string) => (await rules()).find((one: { kind: string }) => one.kind === kind);

  it("are on with usual thresholds, and only what is named is changed", async () => {
    expect(await rule("oldest_waiting")).toMatchObject({ is_enabled: true, threshold: 900, unit: "seconds" });
    const body = { oldest_waiting: { threshold: 60 }, endpoint_disabled: { is_enabled: false } };
    expect((await project.ask("PUT", "/alert-rules", { body })).status).toBe(200);
    expect(await rule("oldest_waiting")).toMatchObject({ is_enabled: true, threshold: 60, usual_threshold: 900 });
    expect(await rule("endpoint_disabled")).toMatchObject({ is_enabled: false, threshold: null });
    expect(await rule("source_down")).toMatchObject({ is_enabled: true, threshold: 30 });
    await project.ask("PUT", "/alert-rules", { body: { oldest_waiting: { is_enabled: false } } });
    expect(await rule("oldest_waiting")).toMatchObject({ is_enabled: false, threshold: 60 });
    await project.ask("PUT", "/alert-rules", { body: { oldest_waiting: { threshold: null } } });
    expect(await rule("oldest_waiting")).toMatchObject({ threshold: 900 });
    expect((await actions()).filter((action: string) => action === "alert_rule.updated")).toHaveLength(3);
  });

  it("refuse a threshold out of bounds, one that a rule does not have, and rules of the installation", async () => {
    const refused = async (body: object) => {
      const answer = await project.ask("PUT", "/alert-rules", { body });
      return [answer.status, JSON.stringify(answer.body)];
    };
    for (const [body, field] of [
      [{ oldest_waiting: { threshold: 9 } }, "oldest_waiting.threshold"],
      [{ failure_share: { threshold: 101 } }, "failure_share.threshold"],
      [{ endpoint_disabled: { threshold: 1 } }, "endpoint_disabled"],
      [{ export_stuck: { is_enabled: false } }, "export_stuck"],
    ] as const) {
      const [status, text] = await refused(body);
      expect(status).toBe(422);
      expect(text).toContain(field);
    }
    expect(await rule("oldest_waiting")).toMatchObject({ threshold: 900 });
  });

  it("are silenced for a while by an operator, all or some, and changed by admins only", async () => {
    const silence = (body: object, key = project.keys.operator) => project.ask("PUT", "/alert-silence", { body, key });
    expect((await silence({ seconds: 60 }, project.keys.viewer)).status).toBe(403);
    expect((await silence({ seconds: 3_600, kinds: ["source_down"] })).status).toBe(200);
    expect(Date.parse((await rule("source_down")).silenced_until)).toBeGreaterThan(Date.now() + 3_500_000);
    expect((await rule("breaker_open")).silenced_until).toBeNull();
    await silence({ seconds: 60 });
    expect((await rules()).every((one: { silenced_until: unknown }) => one.silenced_until !== null)).toBe(true);
    await silence({ seconds: 0 });
    expect((await rules()).every((one: { silenced_until: unknown }) => one.silenced_until === null)).toBe(true);
    const foreign = await silence({ seconds: 60, kinds: ["source_down", "export_stuck"] });
    expect([foreign.status, JSON.stringify(messageOf(foreign.body))]).toEqual([
      422,
      expect.stringContaining("kinds.1"),
    ]);
    const key = project.keys.operator;
    expect((await project.ask("PUT", "/alert-rules", { key, body: { source_down: { threshold: 1 } } })).status).toBe(
      403,
    );
  });

  it("of the installation are its owner's", async () => {
    const { data } = (await asOwner("GET", "/alert-rules")).body;
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual([
      "installation_critical",
      "installation_warning",
      "export_stuck",
      "ledger_unbalanced",
    ]);
    await asOwner("PUT", "/alert-rules", { installation_warning: { threshold: 600 } });
    expect((await asOwner("GET", "/alert-rules")).body.data[1]).toMatchObject({ threshold: 600 });
    const asked = bench.signedIn(await bench.user({ isOwner: true }));
    const { content } = (await bench.ask("GET", "/v1/audit-log", asked)).body.data;
    expect(content[0]).toMatchObject({
      action: "alert_rule.updated",
      resource: { name: "The installation is not well" },
    });
    const person = bench.signedIn(await bench.user());
    expect((await bench.ask("GET", "/v1/installation/alert-rules", person)).status).toBe(403);
  });
});

describe("an alert route", () => {
  const create = (settings: object, more: object = {}) =>
    project.ask("POST", "/alert-routes", { body: { name: "on call", settings, ...more } });
  const slack = () => ({ type: "slack", webhook_url: receiver.url });

  it("hides its credentials, keeps them when they are sent back, and says what a test came to", async () => {
    const { status, body } = await create(slack());
    expect([status, body.data.settings]).toEqual([201, { type: "slack", webhook_url: "[REDACTED]" }]);
    const { uid } = body.data;
    const renamed = { name: "night", settings: body.data.settings };
    expect((await project.ask("PUT", `/alert-routes/${uid}`, { body: renamed })).body.data.name).toBe("night");
    expect((await project.ask("POST", `/alert-routes/${uid}/test`)).body.data).toMatchObject({ is_delivered: true });
    expect(JSON.parse(receiver.got[0]?.body.toString() ?? "").text).toContain("Test: Messages arrive here");
    receiver.answer = () => ({ status: 404, body: "no_service" });
    const { data } = (await project.ask("POST", `/alert-routes/${uid}/test`)).body;
    expect(data).toMatchObject({ is_delivered: false, error: "It was answered with 404: no_service" });
    expect(JSON.stringify((await project.ask("GET", "/audit-log")).body)).not.toContain(receiver.url);
  });

  it("never sends a stored key to another address", async () => {
    const key = { type: "pagerduty", routing_key: "R1", url: receiver.url };
    const { uid } = (await create(key)).body.data;
    const moved = { settings: { ...key, routing_key: "[REDACTED]", url: `${receiver.url}/elsewhere` } };
    const refused = await project.ask("PUT", `/alert-routes/${uid}`, { body: moved });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("settings.routing_key");
    const other = { settings: { type: "opsgenie", genie_key: "[REDACTED]", url: receiver.url } };
    expect((await project.ask("PUT", `/alert-routes/${uid}`, { body: other })).status).toBe(422);
    expect((await create({ ...key, routing_key: "[REDACTED]" })).status).toBe(422);
  });

  it("of a webhook gets a secret that is shown once, and another with another address", async () => {
    const { secret, settings, uid } = (await create({ type: "webhook", url: receiver.url })).body.data;
    expect([secret, settings.secret]).toEqual([expect.stringMatching(/^whsec_/), "[REDACTED]"]);
    const keep = { settings: { type: "webhook", url: receiver.url } };
    expect((await project.ask("PUT", `/alert-routes/${uid}`, { body: keep })).body.data.secret).toBeNull();
    const move = { settings: { type: "webhook", url: `${receiver.url}/2` } };
    const moved = (await project.ask("PUT", `/alert-routes/${uid}`, { body: move })).body.data;
    expect(moved.secret).toMatch(/^whsec_/);
    expect(moved.secret).not.toBe(secret);
  });

  it("is refused where it cannot work: no mail server, a private address, a rule of the installation", async () => {
    const wrong = async (settings: object, more: object = {}) => JSON.stringify((await create(settings, more)).body);
    expect(await wrong({ type: "email", to: ["ops@example.com"] })).toContain("settings.type");
    expect(await wrong({ type: "slack", webhook_url: "http://10.0.0.1/hook" })).toContain("settings.webhook_url");
    expect(await wrong({ type: "webhook", url: "http://169.254.169.254/" })).toContain("settings.url");
    expect(await wrong({ type: "webhook", url: receiver.url, secret: "plain" })).toContain("settings.secret");
    expect(await wrong(slack(), { kinds: ["source_down", "export_stuck"] })).toContain("kinds.1");
    expect(await wrong(slack(), { kinds: [] })).toContain("kinds");
    expect((await project.ask("GET", "/alert-routes")).body.data).toEqual([]);
  });

  it("is one of twenty at most, and its end is in the audit log", async () => {
    const made = await Promise.all(Array.from({ length: 22 }, () => create(slack())));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2);
    const { uid } = made.find(({ status }) => status === 201)?.body.data ?? {};
    expect((await project.ask("DELETE", `/alert-routes/${uid}`)).status).toBe(200);
    expect((await project.ask("GET", `/alert-routes/${uid}`)).status).toBe(404);
    expect((await actions())[0]).toBe("alert_route.deleted");
  });

  it("of the installation is not found in a project, nor the other way round", async () => {
    const inProject = (await create(slack())).body.data.uid;
    const own = (await asOwner("POST", "/alert-routes", { name: "own", settings: slack() })).body.data.uid;
    expect((await project.ask("GET", `/alert-routes/${own}`)).status).toBe(404);
    expect((await asOwner("DELETE", `/alert-routes/${inProject}`)).status).toBe(404);
    expect((await asOwner("POST", `/alert-routes/${own}/test`)).body.data).toMatchObject({ is_delivered: true });
    expect((await asOwner("DELETE", `/alert-routes/${own}`)).status).toBe(200);
  });
});
