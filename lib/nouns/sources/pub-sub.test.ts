import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const create = (pub_sub: unknown) =>
  project.ask("POST", "/sources", { body: { name: "broker", type: "pub_sub", pub_sub } });
const wrongOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, ...(body.error?.fields ?? []).map((field: { path: string }) => field.path)];
};
async function stored(id: string) {
  const row = await bench.services.db.selectFrom("sources").select("pub_sub").where("id", "=", id).executeTakeFirst();
  return JSON.parse(bench.services.box.open(row?.pub_sub ?? ""));
}

const amqp = {
  host: "127.0.0.1",
  port: "1",
  queue: "hooks",
  vhost: "shop",
  auth: { user: "ada", password: "s3cret" },
  bindExchange: { exchange: "orders", routingKey: "order.*" },
};
const key = { type: "service_account", client_email: "a@b.example", private_key: "-----BEGIN PRIVATE KEY-----\n" };
const cloudtopic = { project_id: "shop-1", subscription_id: "hooks" };

it("returns a broker in the contract's form, without its credentials", async () => {
  const { status, body } = await create({ type: "amqp", amqp });
  expect(status).toBe(201);
  const { bindExchange: _, ...rest } = amqp;
  expect(body.data.pub_sub).toEqual({
    type: "amqp",
    workers: 1,
    amqp: { ...rest, auth: { user: "ada", password: "[REDACTED]" }, bindedExchange: "orders", routingKey: "order.*" },
  });
  expect(await stored(body.data.uid)).toMatchObject({ amqp });
});

it("keeps a credential that is sent back redacted, but only for the address that it was given for", async () => {
  const { body } = await create({ type: "amqp", amqp });
  const put = (change: object) =>
    project.ask("PUT", `/sources/${body.data.uid}`, {
      body: { pub_sub: { type: "amqp", amqp: { ...amqp, auth: { user: "ada", password: "[REDACTED]" }, ...change } } },
    });
  expect((await put({ queue: "others" })).status).toBe(200);
  expect(await stored(body.data.uid)).toMatchObject({ amqp: { queue: "others", auth: { password: "s3cret" } } });
  expect(await wrongOf(put({ host: "evil.example" }))).toEqual([422, "pub_sub.amqp.auth.password"]);
  const test = (change: object) =>
    project.ask("POST", "/sources/test-connection", {
      body: {
        source_id: body.data.uid,
        pub_sub: { type: "amqp", amqp: { ...amqp, auth: { user: "ada", password: "[REDACTED]" }, ...change } },
      },
    });
  expect(await wrongOf(test({ host: "evil.example" }))).toEqual([422, "pub_sub.amqp.auth.password"]);
  expect((await test({})).body.data).toMatchObject({ ok: false, message: "Connection refused by 127.0.0.1:1." });
});

it("accepts a service account in each form, and nothing else", async () => {
  const text = JSON.stringify(key);
  for (const service_account of [key, [...Buffer.from(text)], Buffer.from(text).toString("base64")]) {
    const { status, body } = await create({ type: "cloudtopic", cloudtopic: { ...cloudtopic, service_account } });
    expect([status, body.data?.pub_sub.cloudtopic.service_account]).toEqual([201, "[REDACTED]"]);
  }
  const path = "pub_sub.cloudtopic.service_account";
  for (const service_account of ["not a key", { ...key, type: "external_account" }, { client_email: "a" }, undefined]) {
    expect(await wrongOf(create({ type: "cloudtopic", cloudtopic: { ...cloudtopic, service_account } }))).toEqual([
      422,
      path,
    ]);
  }
});

it("names every wrong field of a broker", async () => {
  expect(await wrongOf(create({ type: "amqp", amqp: { ...amqp, host: "amqp://x/", port: "70000", more: 1 } }))).toEqual(
    [422, "pub_sub.amqp.host", "pub_sub.amqp.port", "pub_sub.amqp.more"],
  );
  const logstream = { brokers: ["kafka"], consumer_group_id: "g", topic_name: "t", auth: { type: "scram" } };
  expect(await wrongOf(create({ type: "logstream", logstream }))).toEqual([
    422,
    "pub_sub.logstream.auth.username",
    "pub_sub.logstream.auth.password",
    "pub_sub.logstream.brokers.0",
  ]);
  expect(await wrongOf(create(null))).toEqual([422, "pub_sub"]);
});

it("connects to no address that is not allowed", async () => {
  const test = async (host: string) =>
    (
      await project.ask("POST", "/sources/test-connection", {
        body: { pub_sub: { type: "amqp", amqp: { ...amqp, host } } },
      })
    ).body.data;
  for (const host of ["169.254.169.254", "10.0.0.1", "[::1]"]) {
    expect(await test(host)).toMatchObject({
      ok: false,
      checks: [{ step: "address", ok: false, message: expect.stringContaining("HOOKYARD_EGRESS_ALLOW") }],
    });
  }
});
