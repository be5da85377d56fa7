import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notify } from "@/lib/nouns/endpoints/notify";
import { activateEndpoint, deactivateEndpoint } from "@/lib/nouns/endpoints/transitions";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

let bench: EngineBench;
let chat: Receiver;
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  chat = await new Receiver().open();
  await query("truncate notifications");
  return () => chat.close();
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);
const texts = () => chat.got.map(({ body }) => JSON.parse(body.toString()).text as string);
const isEmpty = async () => (await query("select from notifications where due_at is not null")).rowCount === 0;
const outcomes = async () =>
  (await query("select channel, sent_at is not null as sent from notifications order by id")).rows;

async function endpointOf(project: string, url = "http://127.0.0.1:9/", told: { chat?: string; email?: string } = {}) {
  const id = await bench.endpoint(project, url);
  const address = told.chat ?? chat.url;
  await query("update endpoints set sealed_chat_webhook_url = $2, support_email = $3 where id = $1", [
    id,
    address === "" ? null : testBox.seal(address),
    told.email ?? null,
  ]);
  return id;
}

describe("an endpoint's chat", () => {
  it("is told of the breaker that opens and closes, and of an alert", async () => {
    const receiver = await new Receiver().open();
    receiver.answer = () => ({ status: 500 });
    const breaker = { is_enabled: true, failure_count: 3, probe_interval: 1 };
    const project = await bench.project("outgoing", { breaker });
    const endpoint = await endpointOf(project, receiver.url);
    const subscription = await bench.subscribe(project, endpoint);
    await query(`update subscriptions set alert_config = '{"count": 2, "threshold": "1h"}' where id = $1`, [
      subscription,
    ]);
    const engines = await bench.start();
    for (let i = 0; i < 4; i++) await engines.recorder.record(eventFor(project, endpoint));
    await until(
      () => texts().some((text) => text.includes("is held")) && texts().some((text) => text.includes("Alert:")),
    );
    receiver.answer = () => ({ status: 200 });
    await until(() => texts().some((text) => text.includes("is active again")));
    // Its incident is told as well, if upkeep looks for it meanwhile.
    const sent = await until(async () => {
      const rows = await outcomes();
      return rows.every((row) => row.sent) && rows;
    });
    for (const once of ["is held", "Alert:", "is active again"]) {
      expect(texts().filter((text) => text.includes(once))).toHaveLength(1);
    }
    expect(sent).toEqual(sent.map(() => ({ channel: "chat", sent: true })));
    expect(sent.length).toBeGreaterThanOrEqual(3);
    expect(texts().join()).toContain(`Endpoint: receiver (${endpoint})`);
    await engines.stop();
    receiver.close();
  });

  it("is told of an endpoint that is gone, and of nothing if the change is rolled back", async () => {
    const receiver = await new Receiver().open();
    receiver.answer = () => ({ status: 410 });
    const project = await bench.project("outgoing");
    const endpoint = await endpointOf(project, receiver.url);
    await bench.subscribe(project, endpoint);
    const undone = bench.database.db.transaction().execute(async (trx) => {
      await notify(trx, { projectId: project, endpointId: endpoint, kind: "disabled", reason: "Undone." });
      throw new Error("the change fails");
    });
    await expect(undone).rejects.toThrow("the change fails");
    expect(await isEmpty()).toBe(true);
    const engines = await bench.start();
    await engines.recorder.record(eventFor(project, endpoint));
    await until(() => texts()[0]?.includes("410 Gone"));
    await engines.stop();
    receiver.close();
  });

  it("is repeated after a failure, by another copy, with users' text escaped", async () => {
    chat.answer = () => ({ status: 503 });
    const project = await bench.project("outgoing");
    const endpoint = await endpointOf(project);
    await query("update endpoints set name = '<!channel> & *co*' where id = $1", [endpoint]);
    await deactivateEndpoint({ ...bench.context(project), projectId: project }, endpoint);
    const first = await bench.start();
    await until(
      async () => (await query("select from notifications where last_error = 'The chat answered 503.'")).rowCount,
    );
    await first.stop();
    chat.answer = () => ({ status: 200 });
    await query("update notifications set due_at = now()");
    const second = await bench.start();
    await until(isEmpty);
    expect(texts().at(-1)).toMatch(/^\*Endpoint &lt;!channel&gt; &amp; ∗co∗ is inactive/);
    await second.stop();
  });

  it("is not called at an address that deliveries may not go to", async () => {
    const project = await bench.project("outgoing");
    const endpoint = await endpointOf(project, undefined, { chat: "http://10.1.2.3/hook" });
    await deactivateEndpoint({ ...bench.context(project), projectId: project }, endpoint);
    const engines = await bench.start();
    const { rows } = await until(async () => {
      const told = await query("select last_error from notifications where last_error is not null");
      return told.rowCount ? told : null;
    });
    expect(rows[0].last_error).toContain("private");
    await engines.stop();
  });
});

describe("an endpoint's support address", () => {
  it("gets an e-mail if there is a mail server", async () => {
    const mails: { to: string[]; text: string }[] = [];
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) =>
        done(username === "hook" && password === "yard" ? null : new Error("no"), { user: username }),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", () => {
          mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    const listening = server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;

    const project = await bench.project("outgoing");
    const endpoint = await endpointOf(project, undefined, { email: "ops@example.com" });
    const ctx = { ...bench.context(project), projectId: project };
    await deactivateEndpoint(ctx, endpoint);
    const engines = await bench.start("all", {
      SMTP_URL: `smtp://hook:yard@127.0.0.1:${port}`,
      SMTP_FROM: "Hookyard <hooks@example.com>",
    });
    await until(() => mails.length === 1);
    await activateEndpoint(ctx, endpoint);
    await until(() => mails.length === 2);
    await until(isEmpty);
    expect(mails.map(({ to }) => to)).toEqual([["ops@example.com"], ["ops@example.com"]]);
    expect(mails[0]?.text).toMatch(/^From: Hookyard <hooks@example.com>/m);
    expect(mails[0]?.text).toMatch(/^Subject: Endpoint receiver is inactive/m);
    expect(mails[1]?.text).toMatch(/^Subject: Endpoint receiver is active again/m);
    expect(texts()).toHaveLength(2);
    await engines.stop();
    await new Promise<void>((done) => server.close(() => done()));
  });

  it("gets nothing without one, and nothing piles up", async () => {
    const project = await bench.project("outgoing");
    const endpoint = await endpointOf(project, undefined, { chat: "", email: "ops@example.com" });
    await deactivateEndpoint({ ...bench.context(project), projectId: project }, endpoint);
    expect(await isEmpty()).toBe(false);
    const engines = await bench.start();
    await until(isEmpty);
    expect(await outcomes()).toEqual([]);
    await engines.stop();
  });
});
