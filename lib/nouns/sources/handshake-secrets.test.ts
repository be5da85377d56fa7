import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench } from "@/lib/api/api.fixture";
import { systemClock } from "@/lib/kernel/clock";
import { FIRST, Handshakes, type Made, TOKEN } from "./handshakes.fixture";

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

describe("the token of Notion", () => {
  const secretOf = ({ uid }: Made, id: string, of = at.project, key?: string) =>
    of.ask("GET", `/sources/${uid}/handshakes/${id}/secret`, key === undefined ? {} : { key });
  const hide = ({ uid }: Made, id: string) => at.project.ask("DELETE", `/sources/${uid}/handshakes/${id}/secret`);

  it("is shown to an admin until it is hidden, and each reading is recorded", async () => {
    const source = await at.make("notion");
    const { waiting_until } = await at.told(source);
    expect((await at.verify(source, TOKEN)).status).toBe(200);
    const [{ uid, shown_until }] = (await at.told(source)).taken;
    expect(shown_until).toBe(waiting_until);
    expect((await secretOf(source, uid)).body.data).toEqual({ uid, secret: TOKEN, shown_until });
    for (const role of ["viewer", "operator"] as const) {
      expect((await secretOf(source, uid, at.project, at.project.keys[role])).status).toBe(403);
    }
    expect((await hide(source, uid)).body.data.taken).toMatchObject([{ uid, shown_until: null }]);
    expect((await secretOf(source, uid)).status).toBe(404);
    expect((await hide(source, uid)).status).toBe(200);
    expect(await at.audited(source)).toEqual([
      "source.created by api_key",
      "source.handshake_taken by anonymous",
      "source.handshake_secret_read by api_key",
      "source.handshake_secret_hidden by api_key",
    ]);
    const body = JSON.stringify({ id: "1", type: "page.created" });
    const signature = `sha256=${createHmac("sha256", TOKEN).update(body).digest("hex")}`;
    expect((await at.post(source, { "x-notion-signature": signature }, body)).status).toBe(200);
  });

  it("is shown to nobody once the waiting is over, nor ever where it need not be copied", async () => {
    const source = await at.make("notion");
    await at.verify(source, TOKEN);
    const [{ uid }] = (await at.told(source)).taken;
    at.later(901);
    expect((await secretOf(source, uid)).status).toBe(404);
    expect((await at.told(source)).taken).toMatchObject([{ uid, shown_until: null }]);
    bench.services.clock = systemClock;
    const asana = await at.make("asana");
    await at.shake(asana, FIRST);
    expect((await secretOf(asana, (await at.told(asana)).taken[0].uid)).status).toBe(404);
  });

  it("stands nowhere else: in no answer, list, audit entry, meta event, refusal or plain column", async () => {
    await at.project.ask("PUT", "", {
      body: { settings: { meta_event: { is_enabled: true, url: "https://example.com/m" } } },
    });
    const source = await at.make("notion");
    await at.verify(source, TOKEN);
    await at.verify(source, `${TOKEN}2`);
    await at.refusals(source);
    const { uid } = source;
    for (const path of ["/sources", `/sources/${uid}`, `/sources/${uid}/handshakes`, `/sources/${uid}/refusals`]) {
      expect(JSON.stringify((await at.project.ask("GET", path)).body)).not.toContain(TOKEN);
    }
    for (const path of ["/audit-log", "/meta-events", "/events"]) {
      expect(JSON.stringify((await at.project.ask("GET", path)).body)).not.toContain(TOKEN);
    }
    const { rows } = await bench.services.db.pool.query("select row_to_json(s)::text as text from sources s");
    expect(rows.map(({ text }) => text).join()).not.toContain(TOKEN);
  });

  it.each([
    ["a number", 1_234_567_890_123_456],
    ["a list", [TOKEN]],
    ["an object", { __proto__: null, constructor: TOKEN }],
    ["nothing", ""],
    ["null", null],
  ])("that is %s is none: the request is judged as an event", async (_what, token) => {
    const source = await at.make("notion");
    const { status, body } = await at.verify(source, token);
    expect(status).toBe(401);
    expect(body.error.reason).toMatch(/^(?:handshake_missing|field_malformed)$/);
    expect((await at.told(source)).taken).toEqual([]);
  });

  it.each([`${TOKEN}\r\nx-evil: 1`, "short", `${TOKEN} ${TOKEN}`, "a".repeat(300)])(
    "in another form is refused: %j",
    async (token) => {
      const source = await at.make("notion");
      const { status, body } = await at.verify(source, token);
      expect([status, body.error.reason]).toEqual([401, "field_malformed"]);
      expect((await at.told(source)).taken).toEqual([]);
    },
  );
});
