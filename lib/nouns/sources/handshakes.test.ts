import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { systemClock } from "@/lib/kernel/clock";
import { FIRST, Handshakes, SECOND, STRANGERS, TOKEN } from "./handshakes.fixture";

let bench: ApiBench;
let at: Handshakes;
beforeAll(async () => {
  bench = await ApiBench.open();
});
beforeEach(async () => {
  at = new Handshakes(bench, await bench.project("incoming"));
});
afterEach(() => {
  bench.services.clock = systemClock;
});
afterAll(() => bench.close());

describe("a source of Asana", () => {
  it("is made without a secret, takes the one that Asana hands over, and then what is signed with it", async () => {
    const source = await at.make("asana");
    expect(source.verifier).toEqual({ type: "provider", provider: {} });
    const { waiting_until, taken } = await at.told(source);
    expect([Math.round((Date.parse(waiting_until) - Date.now()) / 60_000), taken]).toEqual([15, []]);
    const early = await at.sign(source, FIRST);
    expect([early.status, early.body.error.reason]).toEqual([401, "handshake_missing"]);

    const answer = await at.shake(source, FIRST);
    expect([answer.status, answer.headers.get("x-hook-secret"), answer.body]).toEqual([200, FIRST, ""]);
    expect((await at.sign(source, FIRST)).status).toBe(200);
    expect((await at.sign(source, SECOND)).body.error.reason).toBe("signature_mismatch");
    expect(await at.told(source)).toMatchObject({
      waiting_until: null,
      taken: [{ taken_at: expect.stringMatching(/Z$/), shown_until: null }],
    });
    const { content } = (await at.project.ask("GET", `/events?sourceId=${source.uid}`)).body.data;
    expect(content.map(({ event_type }: { event_type: string }) => event_type)).toEqual(["task.changed"]);
    expect(await at.audited(source)).toEqual(["source.created by api_key", "source.handshake_taken by anonymous"]);
  });

  it("takes nothing from a stranger once its secret came, and nothing after its time", async () => {
    const source = await at.make("asana");
    await at.shake(source, FIRST);
    const late = await at.make("asana");
    const strange = [await at.shake(source, STRANGERS)];
    at.later(901);
    strange.push(await at.shake(source, STRANGERS), await at.shake(late, STRANGERS));
    for (const { status, headers, body } of strange) {
      expect([status, body.error.reason]).toEqual([401, "handshake_closed"]);
      expect([headers.get("x-hook-secret"), JSON.stringify(body).includes(STRANGERS)]).toEqual([null, false]);
    }
    expect((await at.told(source)).taken).toHaveLength(1);
    expect(await at.told(late)).toMatchObject({ waiting_until: null, taken: [] });
    expect((await at.sign(source, STRANGERS)).status).toBe(401);
    expect(await at.refusals(source)).toEqual(expect.arrayContaining([[401, "handshake_closed"]]));
    const actions = await at.audited(source);
    expect(actions.filter((action) => action.startsWith("source.handshake_taken"))).toHaveLength(1);
  });

  it("takes one of many that come at once, and answers the others that it does not", async () => {
    const source = await at.make("asana");
    const secrets = Array.from({ length: 12 }, (_, at) => FIRST.replace(/^.{2}/, String(10 + at)));
    const answers = await Promise.all(secrets.map((secret) => at.shake(source, secret)));
    const taken = secrets.filter((_, at) => answers[at]?.status === 200);
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(11);
    expect((await at.told(source)).taken).toHaveLength(1);
    const accepted = [];
    for (const secret of secrets) if ((await at.sign(source, secret)).status === 200) accepted.push(secret);
    expect(accepted).toEqual(taken);
  });

  it("answers the same secret again, whose sender may have missed the answer, and changes nothing", async () => {
    const source = await at.make("asana");
    await Promise.all([at.shake(source, FIRST), at.shake(source, FIRST), at.shake(source, FIRST)]);
    const before = await at.told(source);
    const again = await at.shake(source, FIRST);
    expect([again.status, again.headers.get("x-hook-secret")]).toEqual([200, FIRST]);
    expect(await at.told(source)).toEqual(before);
    expect(before.taken).toHaveLength(1);
  });

  it("accepts each of several webhooks until its secret is forgotten", async () => {
    const source = await at.make("asana");
    await at.shake(source, FIRST);
    expect((await at.wait(source, { expires_in: 60 })).status).toBe(200);
    expect((await at.shake(source, SECOND)).status).toBe(200);
    const statuses = async () => [(await at.sign(source, FIRST)).status, (await at.sign(source, SECOND)).status];
    expect(await statuses()).toEqual([200, 200]);
    const [newest, oldest] = (await at.told(source)).taken;
    expect((await at.forget(source, oldest.uid)).body.data.taken).toEqual([newest]);
    at.reload();
    expect(await statuses()).toEqual([401, 200]);
    expect((await at.forget(source, oldest.uid)).status).toBe(404);
  });

  it("takes twenty at most", async () => {
    const source = await at.make("asana");
    for (let count = 1; count <= 20; count++) {
      await at.shake(source, FIRST.replace(/^.{2}/, String(10 + count)));
      const { status, body } = await at.wait(source);
      expect(status).toBe(count === 20 ? 409 : 200);
      if (count === 20) expect(body.message).toContain("20");
    }
    expect((await at.shake(source, STRANGERS)).status).toBe(401);
  });

  it.each([
    ["nothing of use", { "x-hook-secret": "short" }, "header_malformed"],
    ["one megabyte", { "x-hook-secret": "a".repeat(1_048_576) }, "header_malformed"],
    ["blanks", { "x-hook-secret": `${"a".repeat(20)} ${"a".repeat(20)}` }, "header_malformed"],
  ])("refuses a handshake with %s, and goes on waiting", async (_what, headers, reason) => {
    const source = await at.make("asana");
    const { status, body } = await at.post(source, headers);
    expect([status, body.error.reason]).toEqual([401, reason]);
    expect(await at.told(source)).toMatchObject({ waiting_until: expect.stringMatching(/Z$/), taken: [] });
    expect((await at.shake(source, FIRST)).status).toBe(200);
  });

  it("takes nothing while it is switched off", async () => {
    const source = await at.make("asana");
    await at.project.ask("PUT", `/sources/${source.uid}`, { body: { is_disabled: true } });
    at.reload();
    expect((await at.shake(source, FIRST)).status).toBe(403);
    expect((await at.told(source)).taken).toEqual([]);
  });

  it("may be given a secret that is known already, and waits for none then", async () => {
    const source = await at.make("asana", { verifier: { type: "provider", provider: { secret: FIRST } } });
    expect(source.verifier).toEqual({ type: "provider", provider: { secret: "[REDACTED]" } });
    expect((await at.told(source)).waiting_until).toBeNull();
    expect((await at.sign(source, FIRST)).status).toBe(200);
    expect((await at.shake(source, STRANGERS)).status).toBe(401);
  });

  it("gives up its secrets with its provider, and begins anew with another", async () => {
    const source = await at.make("asana");
    await at.shake(source, FIRST);
    const put = (body: object) => at.project.ask("PUT", `/sources/${source.uid}`, { body });
    expect((await put({ name: "renamed", verifier: source.verifier })).status).toBe(200);
    expect((await at.told(source)).taken).toHaveLength(1);
    expect((await put({ provider: "notion" })).body.data.verifier).toEqual({ type: "provider", provider: {} });
    expect(await at.told(source)).toMatchObject({ waiting_until: expect.stringMatching(/Z$/), taken: [] });
    expect((await put({ provider: "github" })).body.error.fields[0].path).toBe("verifier.hmac.secret");
    const verifier = { type: "hmac", hmac: { secret: "s" } };
    expect((await put({ provider: "github", verifier })).status).toBe(200);
    expect(await at.told(source)).toMatchObject({ waiting_until: null, taken: [] });
    // The secret of one sender is none of another's.
    expect((await put({ provider: "asana" })).body.data.verifier).toEqual({ type: "provider", provider: {} });
  });
});

describe("the waiting", () => {
  it("is begun, prolonged and ended by admins alone, and recorded", async () => {
    const source = await at.make("asana");
    expect((await at.stop(source)).body.data.waiting_until).toBeNull();
    expect((await at.stop(source)).status).toBe(200);
    expect((await at.shake(source, FIRST)).body.error.reason).toBe("handshake_closed");
    const { body } = await at.wait(source, { expires_in: 3_600 });
    expect(Math.round((Date.parse(body.data.waiting_until) - Date.now()) / 60_000)).toBe(60);
    for (const role of ["viewer", "operator"] as const) {
      const key = at.project.keys[role];
      for (const [method, path] of [
        ["GET", "handshakes"],
        ["POST", "handshake-window"],
        ["DELETE", "handshake-window"],
      ] as const) {
        const answer = await at.project.ask(method, `/sources/${source.uid}/${path}`, {
          key,
          ...(method === "POST" && { body: {} }),
        });
        expect(answer.status).toBe(403);
      }
    }
    expect(await at.audited(source)).toEqual([
      "source.created by api_key",
      "source.handshake_not_awaited by api_key",
      "source.handshake_awaited by api_key",
    ]);
  });

  it.each([0, 59, 3_601, 1.5, "900", null])("for %j seconds is none", async (expires_in) => {
    const source = await at.make("asana");
    const before = await at.told(source);
    const { status, body } = await at.wait(source, { expires_in });
    expect([status, body.error.fields[0].path]).toEqual([422, "expires_in"]);
    expect(await at.told(source)).toEqual(before);
  });

  it("is of no source whose provider hands nothing over, and such a source takes no handshake for one", async () => {
    const verifier = { type: "hmac", hmac: { secret: "s" } };
    const id = await at.project.source({ provider: "github", verifier });
    const github = { uid: id };
    expect((await at.wait(github)).status).toBe(409);
    expect(await at.told(github)).toEqual({ source_id: id, waiting_until: null, taken: [] });
    const open = await at.project.source({});
    at.reload();
    const { mask_id } = (await at.project.ask("GET", `/sources/${open}`)).body.data;
    const answer = await at.shake({ mask_id }, FIRST);
    expect([answer.status, answer.headers.get("x-hook-secret")]).toEqual([200, null]);
  });

  it("of another project's source is nobody's else, however it is asked for", async () => {
    const source = await at.make("notion");
    await at.verify(source, TOKEN);
    const [{ uid }] = (await at.told(source)).taken;
    const other = await bench.project("incoming");
    const own = await other.source({ provider: "notion" });
    const home = `/sources/${source.uid}`;
    const asked = [
      ["GET", `${home}/handshakes`],
      ["POST", `${home}/handshake-window`],
      ["DELETE", `${home}/handshake-window`],
      ["GET", `${home}/handshakes/${uid}/secret`],
      ["DELETE", `${home}/handshakes/${uid}/secret`],
      ["DELETE", `${home}/handshakes/${uid}`],
      ["GET", `/sources/${own}/handshakes/${uid}/secret`],
      ["DELETE", `/sources/${own}/handshakes/${uid}`],
    ] as const;
    for (const [method, path] of asked) {
      const { status } = await other.ask(method, path, method === "POST" ? { body: {} } : {});
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await at.told(source)).taken).toHaveLength(1);
  });
});
