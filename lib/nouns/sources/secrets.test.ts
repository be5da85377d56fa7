import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { systemClock } from "@/lib/kernel/clock";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterEach(() => {
  bench.services.clock = systemClock;
});
afterAll(() => bench.close());

const HOUR = 3_600;
const hmac = { header: "X-Sig", hash: "SHA256", encoding: "hex", secret: "the first" };
const signed = () => project.source({ verifier: { type: "hmac", hmac } });

const rotate = (id: string, body: object, of = project) => of.ask("POST", `/sources/${id}/secrets`, { body });
const read = async (id: string) => (await project.ask("GET", `/sources/${id}/secrets`)).body.data;
const end = (id: string) => project.ask("DELETE", `/sources/${id}/secrets/previous`);
const put = (id: string, body: object) => project.ask("PUT", `/sources/${id}`, { body });

function later(seconds: number): void {
  bench.services.clock = { now: () => new Date(Date.now() + seconds * 1000) };
}

const row = (id: string) =>
  bench.services.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function post(id: string, headers: Record<string, string>): Promise<number> {
  const { mask_id } = await row(id);
  return (await bench.ask("POST", `/ingest/${mask_id}`, { raw: BODY, headers })).status;
}

const BODY = '{"a":1}';

/** The statuses that what is signed with each of these secrets is answered with. */
async function statusesOf(id: string, ...secrets: string[]): Promise<number[]> {
  // No engine runs here that would hear of a change.
  bench.services.snapshots.forget(project.id);
  const statuses: number[] = [];
  for (const secret of secrets) {
    statuses.push(await post(id, { "x-sig": createHmac("sha256", secret).update(BODY).digest("hex") }));
  }
  return statuses;
}

describe("rotating the secret of a source", () => {
  it("accepts both until the time, and after it the new one alone, without another reading", async () => {
    const id = await signed();
    expect(await read(id)).toEqual({ source_id: id, previous_expires_at: null });
    const { status, body } = await rotate(id, { secret: "the second", expires_in: HOUR });
    expect(status).toBe(201);
    const left = Date.parse(body.data.previous_expires_at) - Date.now();
    expect([left > 3_500_000, left <= 3_600_000]).toEqual([true, true]);
    expect(await read(id)).toEqual(body.data);
    expect(await statusesOf(id, "the first", "the second", "a third")).toEqual([200, 200, 401]);

    later(HOUR + 1);
    const asIs = async (secret: string) =>
      post(id, { "x-sig": createHmac("sha256", secret).update(BODY).digest("hex") });
    expect([await asIs("the first"), await asIs("the second")]).toEqual([401, 200]);
    expect(await read(id)).toEqual({ source_id: id, previous_expires_at: null });
    // A copy that reads the source only now knows it too.
    expect(await statusesOf(id, "the first", "the second")).toEqual([401, 200]);
  });

  it("keeps the one before for a day unless told otherwise, and at most a week", async () => {
    const id = await signed();
    const { body } = await rotate(id, { secret: "the second" });
    expect(Date.parse(body.data.previous_expires_at) - Date.now()).toBeGreaterThan(86_300_000);
    const long = await rotate(id, { secret: "a third", expires_in: 604_801 });
    expect([long.status, long.body.error.fields[0].path]).toEqual([422, "expires_in"]);
  });

  it("ends the one before at once when asked to, twice as well", async () => {
    const id = await signed();
    await rotate(id, { secret: "the second" });
    expect(await statusesOf(id, "the first", "the second")).toEqual([200, 200]);
    for (const _ of [1, 2]) {
      const ended = await end(id);
      expect([ended.status, ended.body.data]).toEqual([200, { source_id: id, previous_expires_at: null }]);
    }
    expect(await statusesOf(id, "the first", "the second")).toEqual([401, 200]);
    expect((await row(id)).previous_secret).toBeNull();
  });

  it("refuses a third while two are accepted, and with 0 seconds ends both older ones", async () => {
    const id = await signed();
    await rotate(id, { secret: "the second" });
    const third = await rotate(id, { secret: "a third", expires_in: HOUR });
    expect([third.status, third.body.message]).toEqual([409, expect.stringContaining("expires_in 0")]);
    expect(await statusesOf(id, "the first", "the second", "a third")).toEqual([200, 200, 401]);
    expect((await rotate(id, { secret: "a third", expires_in: 0 })).body.data.previous_expires_at).toBeNull();
    expect(await statusesOf(id, "the first", "the second", "a third")).toEqual([401, 401, 200]);
  });

  it("lets a third follow once the first has expired", async () => {
    const id = await signed();
    await rotate(id, { secret: "the second", expires_in: HOUR });
    later(HOUR + 1);
    expect((await rotate(id, { secret: "the third", expires_in: HOUR })).status).toBe(201);
    expect(await statusesOf(id, "the first", "the second", "the third")).toEqual([401, 200, 200]);
  });

  it("changes only the secret, of each type of verifier", async () => {
    const basic = (password: string) => `Basic ${Buffer.from(`ada:${password}`).toString("base64")}`;
    const cases = [
      [{ type: "api_key", api_key: { header_name: "X-Key", header_value: "old" } }, "x-key", (text: string) => text],
      [{ type: "basic_auth", basic_auth: { username: "ada", password: "old" } }, "authorization", basic],
    ] as const;
    for (const [verifier, name, write] of cases) {
      const id = await project.source({ verifier });
      const before = (await project.ask("GET", `/sources/${id}`)).body.data;
      expect((await rotate(id, { secret: "new" })).status).toBe(201);
      bench.services.snapshots.forget(project.id);
      const statuses = [];
      for (const secret of ["old", "new", "other"]) statuses.push(await post(id, { [name]: write(secret) }));
      expect(statuses).toEqual([200, 200, 401]);
      const after = (await project.ask("GET", `/sources/${id}`)).body.data;
      expect({ ...after, updated_at: "" }).toEqual({ ...before, updated_at: "" });
    }
  });

  it("asks for a secret that the provider could have shown, and answers its challenges with the newest", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const svix = await project.source({ provider: "svix", verifier: { type: "provider", provider: { secret } } });
    const wrong = await rotate(svix, { secret: "whsec_not base64" });
    expect([wrong.status, wrong.body.error.fields.map((field: { path: string }) => field.path)]).toEqual([
      422,
      ["secret"],
    ]);
    const verifier = { type: "provider", provider: { secret: "old" } };
    const twitter = await project.source({ provider: "twitter", verifier });
    await rotate(twitter, { secret: "new" });
    bench.services.snapshots.forget(project.id);
    const { mask_id } = await row(twitter);
    const { response_token } = (await bench.ask("GET", `/ingest/${mask_id}?crc_token=x`)).body;
    expect(response_token).toBe(`sha256=${createHmac("sha256", "new").update("x").digest("base64")}`);
  });

  it("refuses what is no new secret, and says which field is wrong", async () => {
    const id = await signed();
    for (const secret of ["", "[REDACTED]", "the first", "x".repeat(1_001), "x".repeat(5_001)]) {
      const { status, body } = await rotate(id, { secret });
      expect([status, body.error.fields.map((field: { path: string }) => field.path)]).toEqual([422, ["secret"]]);
    }
    expect((await rotate(id, {})).status).toBe(422);
    expect(await statusesOf(id, "the first")).toEqual([200]);
    const open = await project.source();
    expect((await rotate(open, { secret: "the first" })).status).toBe(409);
  });

  it("knows no source of another project, and needs an admin", async () => {
    const id = await signed();
    const other = await bench.project("incoming");
    expect((await rotate(id, { secret: "theirs" }, other)).status).toBe(404);
    expect((await other.ask("GET", `/sources/${id}/secrets`)).status).toBe(404);
    expect((await other.ask("DELETE", `/sources/${id}/secrets/previous`)).status).toBe(404);
    const { operator: key } = project.keys;
    expect((await project.ask("POST", `/sources/${id}/secrets`, { key, body: { secret: "mine" } })).status).toBe(403);
    expect(await statusesOf(id, "the first", "theirs", "mine")).toEqual([200, 401, 401]);
  });

  it("is told to the audit log and by a meta event, and no secret is shown anywhere", async () => {
    const meta_event = { is_enabled: true, url: "https://example.com/meta", secret: "meta secret" };
    const told = await bench.project("incoming", { meta_event });
    const id = await told.source({ verifier: { type: "hmac", hmac: { ...hmac, secret: "canary one" } } });
    const { body } = await rotate(id, { secret: "canary two" }, told);
    const until = body.data.previous_expires_at;
    await told.ask("DELETE", `/sources/${id}/secrets/previous`);
    const { content } = (await told.ask("GET", `/audit-log?resourceId=${id}`)).body.data;
    expect(content).toMatchObject([
      { action: "source.previous_secret_ended", changes: { previous_expires_at: { from: until, to: null } } },
      { action: "source.secret_rotated", changes: { previous_expires_at: { from: null, to: until } } },
      { action: "source.created" },
    ]);
    const events = (await told.ask("GET", "/meta-events?event_type=source.updated")).body.data.content;
    expect(events).toHaveLength(2);
    for (const path of ["/sources", `/sources/${id}`, `/sources/${id}/secrets`, "/audit-log", "/meta-events"]) {
      expect(JSON.stringify((await told.ask("GET", path)).body)).not.toContain("canary");
    }
    await rotate(id, { secret: "canary three" }, told);
    expect(JSON.stringify(await row(id))).not.toContain("canary");
    expect(JSON.stringify(body)).not.toContain("canary");
  });
});

describe("updating a source with two secrets", () => {
  it("keeps both while the secret, the verifier's type and the provider stay", async () => {
    const id = await signed();
    await rotate(id, { secret: "the second" });
    await put(id, { name: "renamed" });
    await put(id, { verifier: { type: "hmac", hmac: { ...hmac, secret: "[REDACTED]" } } });
    expect(await statusesOf(id, "the first", "the second")).toEqual([200, 200]);
  });

  it.each([
    ["another secret", { verifier: { type: "hmac", hmac: { ...hmac, secret: "the third" } } }],
    ["another type", { verifier: { type: "noop" } }],
    ["a provider", { provider: "github" }],
  ])("ends the one before with %s", async (_what, change) => {
    const id = await signed();
    await rotate(id, { secret: "the second" });
    expect((await put(id, change)).status).toBe(200);
    expect(await read(id)).toMatchObject({ previous_expires_at: null });
    expect((await row(id)).previous_secret).toBeNull();
  });
});

it("takes no longer secret of a provider than its verifier can hold", async () => {
  const verifier = { type: "provider", provider: { secret: "x".repeat(1_001) } };
  const body = { name: "S", type: "http", provider: "github", verifier };
  const made = await project.ask("POST", "/sources", { body });
  expect([made.status, made.body.error?.fields?.[0].path]).toEqual([422, "verifier.provider.secret"]);
});
