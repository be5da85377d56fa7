import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import { newId, newIdAt } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { GONE_REASON } from "@/lib/nouns/endpoints/transitions";
import { eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { ProblemBench } from "@/lib/upkeep/problems/problem-bench.fixture";

let bench: ProblemBench;
beforeAll(async () => {
  bench = await ProblemBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.renew());

describe("a source that cannot be read", () => {
  it("is a problem after half a minute, told once with its cause, and over when it is read again", async () => {
    const id = await bench.source();
    await bench.route();
    await bench.report(id, { state: "retrying", failures: 3, error: "The broker refuses the connection." });
    await bench.look();
    expect(await bench.problems()).toEqual([]);
    bench.pass(30);
    await bench.look();
    expect(await bench.problems()).toMatchObject([
      {
        kind: "source_down",
        status: "open",
        title: "orders cannot be read",
        cause: "The broker refuses the connection.",
      },
    ]);
    bench.pass(10);
    await bench.look();
    expect(await bench.messages()).toEqual(["orders cannot be read"]);
    await bench.report(id, { state: "connected" });
    await bench.look();
    bench.pass(44);
    await bench.look();
    expect(await bench.messages()).toHaveLength(1);
    bench.pass(1);
    await bench.look();
    expect(await bench.messages()).toEqual(["orders cannot be read", "Over: orders"]);
    expect((await bench.problems()).map(({ status }) => status)).toEqual(["over"]);
    bench.pass(60);
    await bench.look();
    expect(await bench.messages()).toHaveLength(2);
  });

  it("stays one while it tries to connect in between, and none is made of one that connects at first", async () => {
    const flapping = await bench.source("flapping");
    const starting = await bench.source("starting");
    await bench.report(starting, { state: "connecting" });
    for (const state of ["retrying", "connecting", "retrying", "connecting"]) {
      await bench.report(flapping, { state, failures: 2, error: "refused" });
      await bench.look();
      bench.pass(15);
    }
    expect((await bench.problems()).map(({ title, status }) => [title, status])).toEqual([
      ["flapping cannot be read", "open"],
    ]);
  });

  it("is one that no copy reads, and not one that is switched off or deleted", async () => {
    const [idle, off, gone] = [await bench.source("idle"), await bench.source("off"), await bench.source("gone")];
    await bench.query("update sources set is_disabled = true where id = $1", [off]);
    await bench.query("update sources set deleted_at = now() where id = $1", [gone]);
    await bench.look();
    bench.pass(30);
    await bench.look();
    expect(await bench.titles()).toEqual(["idle cannot be read"]);
    expect((await bench.problems())[0]?.cause).toContain("No copy of Hookyard reads it");
    await bench.report(idle, { state: "connected" });
  });

  it("is told of the log that its slot keeps, from the threshold on", async () => {
    const id = await bench.source("shop");
    await bench.setRule("slot_filling", { threshold: 500 });
    await bench.report(id, { state: "connected", lagBytes: 499_999_999 });
    await bench.look();
    expect(await bench.problems()).toEqual([]);
    await bench.report(id, { state: "connected", lagBytes: 1_234_567_890 });
    await bench.look();
    expect(await bench.titles()).toEqual(["shop keeps 1,234 MB of its database's log"]);
  });
});

describe("an endpoint", () => {
  const endpoint = (more: object = {}) =>
    bench.engines.endpoint(bench.projectId, "http://127.0.0.1:9/", { name: "billing", ...more });
  const minute = (id: string, given: { attempts: number; attemptsFailed: number; failed: number; ago?: number }) =>
    bench.query(
      `insert into endpoint_minutes (project_id, destination_id, minute, attempts, attempts_failed, failed)
       values ($1, $2, date_trunc('minute', now()) - make_interval(mins => $6), $3, $4, $5)`,
      [bench.projectId, id, given.attempts, given.attemptsFailed, given.failed, given.ago ?? 0],
    );

  it("whose breaker is open is a problem at once, with the words of its incident", async () => {
    const id = await endpoint({ status: "pending" });
    const health =
      "insert into endpoint_health (endpoint_id, project_id, consecutive_failures, opened_at, probe_at) values ($2, $1, 20, now(), now())";
    await bench.query(health, [bench.projectId, id]);
    await bench.query(
      `insert into incidents (project_id, id, endpoint_id, code, response_status, detail, attempts, first_seen_at, last_seen_at, last_delivery_id)
       values ($1, $3, $2, 'http', 503, '', 20, now(), now(), $3)`,
      [bench.projectId, id, newId()],
    );
    bench.pass(1);
    await bench.look();
    expect(await bench.problems()).toMatchObject([
      {
        kind: "breaker_open",
        status: "open",
        title: "billing fails, and its deliveries are held",
        cause: "503 from billing",
      },
    ]);
    await bench.query("delete from endpoint_health where endpoint_id = $1", [id]);
  });

  it("that Hookyard disabled is a problem, and one that a person deactivated is none", async () => {
    await endpoint({ status: "inactive", status_reason: GONE_REASON });
    await endpoint({ name: "old", status: "inactive", status_reason: "Deactivated by an operator." });
    await bench.look();
    expect(await bench.titles()).toEqual(["billing was disabled"]);
  });

  it("to which deliveries failed for good is a problem, until fifteen minutes have passed", async () => {
    bench.engines.tamperWith(bench.projectId);
    await minute(await endpoint(), { attempts: 40, attemptsFailed: 10, failed: 2 });
    await minute(await endpoint({ name: "long ago" }), { attempts: 40, attemptsFailed: 40, failed: 40, ago: 20 });
    await bench.look();
    expect(await bench.titles()).toEqual(["2 deliveries to billing failed for good"]);
  });

  it("whose attempts fail too often is a problem, unless there were too few to tell", async () => {
    bench.engines.tamperWith(bench.projectId);
    await minute(await endpoint({ name: "half" }), { attempts: 40, attemptsFailed: 20, failed: 0 });
    await minute(await endpoint({ name: "less" }), { attempts: 40, attemptsFailed: 19, failed: 0 });
    await minute(await endpoint({ name: "few" }), { attempts: 19, attemptsFailed: 19, failed: 0 });
    await bench.look();
    expect(await bench.titles()).toEqual(["50 % of the attempts at half fail"]);
  });

  it("whose oldest delivery waits for its retry is a problem from the threshold on, and a paused one is none", async () => {
    const receiver = await new Receiver().open();
    receiver.answer = () => ({ status: 500 });
    const settings = {
      retry: { strategy: "linear", interval_seconds: 3_600, retry_limit: 5, max_retry_seconds: 7_200 },
    } as const;
    await bench.renew(settings);
    const [waits, paused] = [
      await bench.engines.endpoint(bench.projectId, receiver.url),
      await bench.engines.endpoint(bench.projectId, receiver.url),
    ];
    await bench.query("update endpoints set name = 'paused' where id = $1", [paused]);
    const engines = await bench.engines.start();
    for (const id of [waits, paused]) await engines.recorder.record(eventFor(bench.projectId, id));
    await until(
      async () =>
        (await bench.engines.deliveries(bench.projectId)).filter(({ status }) => status === "Retry").length === 2,
    );
    await bench.engines.stop();
    receiver.close();
    await bench.query("update endpoints set status = 'paused' where id = $1", [paused]);
    await bench.setRule("failure_share", { isEnabled: false });
    await bench.setRule("oldest_waiting", { threshold: 0 });
    bench.now = new Date();
    await bench.look();
    expect((await bench.problems()).map(({ title, cause }) => [title, cause])).toEqual([
      ["Deliveries to receiver wait for long", expect.stringMatching(/^500 .*from receiver$|^They are due/)],
    ]);
    await bench.setRule("oldest_waiting", { threshold: 900 });
    await bench.query("delete from problems");
    await bench.look();
    expect(await bench.problems()).toEqual([]);
  });

  it("are each found by their own oldest retry, in every project, whatever else waits", async () => {
    const ages = { old: [7_200, 4_000, 10], older: [20, 9_000], young: [30] };
    const hour = 3_600;
    const retries = async (project: string) => {
      for (const [name, seconds] of Object.entries(ages)) {
        const id = await bench.engines.endpoint(project, `http://127.0.0.1:9/${name}`);
        await bench.query("update endpoints set name = $2 where id = $1", [id, name]);
        for (const age of seconds) {
          const delivery = newIdAt(new Date(Date.now() - age * 1_000));
          await bench.query(
            `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at, num_trials, destination_id)
             values ($1, $2, 'delivery', $3, $2, now() + interval '1 hour', 1, $3)`,
            [project, delivery, id],
          );
        }
      }
    };
    const other = await bench.engines.project("outgoing", {});
    for (const project of [bench.projectId, other]) await retries(project);
    await bench.setRule("oldest_waiting", { threshold: hour });
    await bench.look();
    for (const project of [bench.projectId, other]) {
      const found = await bench.query(
        "select subject_name, round(extract(epoch from now() - since) / 100)::int as age from problems where project_id = $1 order by 1",
        [project],
      );
      expect(found.rows).toEqual([
        { subject_name: "old", age: 72 },
        { subject_name: "older", age: 90 },
      ]);
    }
    await bench.query("delete from delivery_queue where event_id = delivery_id");
  });

  it("whose client certificate ends soon is a problem, with the days that are left", async () => {
    const to = new Date(bench.now.getTime() + 5.5 * 86_400_000);
    const { pem } = makeCertificate({ name: "client", to });
    const tls = testBox.seal(JSON.stringify({ client_certificate: pem, client_key: "", ca_certificate: "" }));
    const id = await endpoint({ tls });
    await bench.look();
    expect(await bench.titles()).toEqual(["The client certificate of billing ends in 5 days"]);
    await bench.setRule("certificate_expiring", { threshold: 3 });
    await bench.query("delete from problems");
    await bench.look();
    expect(await bench.problems()).toEqual([]);
    await bench.query("update endpoints set deleted_at = now() where id = $1", [id]);
  });
});

describe("the installation", () => {
  it("is told of what its health calls critical, and of days that cannot be exported", async () => {
    await bench.route({ of: INSTALLATION });
    await bench.query(
      "insert into export_failures (project_id, day, error) values ($1, '2026-01-02', 'No space left.')",
      [bench.projectId],
    );
    await bench.look();
    bench.pass(15);
    await bench.look();
    // No copy of the program runs on this database.
    expect((await bench.titles(INSTALLATION)).sort()).toEqual(["A day cannot be exported", "No copy delivers"]);
    expect(await bench.messages(INSTALLATION)).toEqual(["A day cannot be exported", "No copy delivers"]);
    expect(await bench.problems()).toEqual([]);
    await bench.query("delete from export_failures");
  });
});
