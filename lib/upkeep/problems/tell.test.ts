import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ProblemBench } from "@/lib/upkeep/problems/problem-bench.fixture";

let bench: ProblemBench;
beforeAll(async () => {
  bench = await ProblemBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.renew());

describe("a rule", () => {
  it("that is off finds nothing, and ends what it found", async () => {
    await bench.report(await bench.source(), { state: "parked", error: "broken" });
    await bench.setRule("source_down", { threshold: 0 });
    await bench.look();
    expect(await bench.problems()).toHaveLength(1);
    await bench.setRule("source_down", { isEnabled: false });
    await bench.look();
    bench.pass(45);
    await bench.look();
    expect((await bench.problems()).map(({ status }) => status)).toEqual(["over"]);
  });

  it("that is silenced shows what it finds and tells nobody, until the silence ends", async () => {
    await bench.report(await bench.source(), { state: "parked", error: "broken" });
    await bench.route();
    await bench.setRule("source_down", { threshold: 0, silencedUntil: new Date(bench.now.getTime() + 60_000) });
    await bench.look();
    expect(await bench.problems()).toHaveLength(1);
    expect(await bench.messages()).toEqual([]);
    bench.pass(61);
    await bench.look();
    expect(await bench.messages()).toEqual(["orders cannot be read"]);
  });
});

describe("a route", () => {
  it("is told only of the rules that it names, and of nothing of another project", async () => {
    await bench.report(await bench.source(), { state: "parked", error: "broken" });
    await bench.setRule("source_down", { threshold: 0 });
    const other = await bench.engines.project("outgoing");
    await bench.route({ kinds: ["breaker_open"] });
    await bench.route({ of: other });
    await bench.look();
    expect(await bench.messages()).toEqual([]);
    expect(await bench.messages(other)).toEqual([]);
  });

  it("gets many at once in one message, and an alert for each where the service keeps them apart", async () => {
    await bench.setRule("source_down", { threshold: 0 });
    for (const name of ["a", "b", "c"])
      await bench.report(await bench.source(name), { state: "parked", error: "broken" });
    await bench.route();
    await bench.look();
    expect(await bench.messages()).toEqual(["a cannot be read, and 2 more"]);
    await bench.query("delete from notifications");
    await bench.route({ type: "pagerduty" });
    await bench.look();
    expect(await bench.messages()).toEqual(["a cannot be read", "b cannot be read", "c cannot be read"]);
  });

  it("is left in peace for its pause, and then told what is still true", async () => {
    await bench.setRule("source_down", { threshold: 0 });
    await bench.route({ pause: 300 });
    const first = await bench.source("first");
    await bench.report(first, { state: "parked", error: "broken" });
    await bench.look();
    const brief = await bench.source("brief");
    const lasting = await bench.source("lasting");
    for (const id of [brief, lasting]) await bench.report(id, { state: "parked", error: "broken" });
    await bench.look();
    await bench.report(brief, { state: "connected" });
    await bench.look();
    bench.pass(200);
    await bench.look();
    expect(await bench.messages()).toEqual(["first cannot be read"]);
    bench.pass(100);
    await bench.look();
    expect(await bench.messages()).toEqual(["first cannot be read", "lasting cannot be read"]);
  });
});

describe("a message of an endpoint that lets deliveries wait", () => {
  const wait = (lane: string, count: number) =>
    bench.query(
      `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, destination_id, due_at)
       select $1, gen_random_uuid(), 'delivery', $2, gen_random_uuid(), $2, 'infinity' from generate_series(1, $3::int)`,
      [bench.projectId, lane, count],
    );
  const told = async () =>
    (await bench.query("select content from notifications where project_id = $1", [bench.projectId])).rows.flatMap(
      ({ content }) =>
        content.opened.map(({ subject, waiting }: { subject: { name: string }; waiting: object }) => [
          subject.name,
          waiting,
        ]),
    );
  const held = async (name: string) => {
    const id = await bench.engines.endpoint(bench.projectId, "http://127.0.0.1:9/", { name, status: "pending" });
    await bench.query(
      `insert into endpoint_health (endpoint_id, project_id, consecutive_failures, opened_at, probe_at)
       values ($2, $1, 20, now(), now())`,
      [bench.projectId, id],
    );
    return id;
  };

  it("says how many, also of the lanes of subscriptions with limits, and counts no further than it tells", async () => {
    bench.engines.tamperWith(bench.projectId);
    await bench.route();
    const [few, many] = [await held("few"), await held("many")];
    await held("none");
    await bench.engines.subscribe(bench.projectId, few);
    const { rows } = await bench.query("select id from subscriptions where endpoint_id = $1", [few]);
    await wait(few, 3);
    await wait(rows[0].id, 2);
    await wait(many, 10_001);
    bench.pass(1);
    await bench.look();
    expect((await told()).sort()).toEqual([
      ["few", { deliveries: 5, is_more: false }],
      ["many", { deliveries: 10_000, is_more: true }],
      ["none", null],
    ]);
    await bench.query("delete from delivery_queue where project_id = $1", [bench.projectId]);
    await bench.query("delete from endpoint_health where project_id = $1", [bench.projectId]);
  });
});

it("two copies at once tell once", async () => {
  await bench.report(await bench.source(), { state: "parked", error: "broken" });
  await bench.setRule("source_down", { threshold: 0 });
  await bench.route();
  await Promise.all([bench.look(), bench.look(), bench.look()]);
  await bench.look();
  expect(await bench.messages()).toEqual(["orders cannot be read"]);
});

describe("the log", () => {
  it("names the cause of what begins, once it lasts, and says that it is over, each once and without a route", async () => {
    const source = await bench.source();
    await bench.report(source, { state: "parked", error: "The broker refuses the user." });
    await bench.setRule("source_down", { threshold: 30 });
    await bench.look();
    expect(bench.logged()).toEqual([]);
    bench.pass(30);
    for (let look = 0; look < 2; look++) await bench.look();
    const ids = { rule: "source_down", project: bench.projectId, source };
    const begun = {
      level: 40,
      ...ids,
      problem: "orders cannot be read",
      reason: "The broker refuses the user.",
      msg: "a problem began",
    };
    expect(bench.logged()).toEqual([begun]);
    await bench.report(source, { state: "connected" });
    for (const seconds of [0, 44, 1, 1]) {
      bench.pass(seconds);
      await bench.look();
    }
    expect(bench.logged()).toEqual([begun, { level: 30, ...ids, msg: "a problem is over" }]);
  });

  it("has nothing of what a receiver says, which may repeat what it was sent", async () => {
    const endpoint = await bench.engines.endpoint(bench.projectId, "http://127.0.0.1:9/", { status: "pending" });
    await bench.query(
      `insert into endpoint_health (endpoint_id, project_id, consecutive_failures, opened_at, probe_at)
       values ($2, $1, 20, now(), now())`,
      [bench.projectId, endpoint],
    );
    await bench.query(
      `insert into incidents
         (project_id, id, endpoint_id, code, response_status, detail, attempts, last_delivery_id, first_seen_at, last_seen_at)
       values ($1, $2, $2, 'http', 422, 'no such customer: Ann', 1, $2, now(), now())`,
      [bench.projectId, endpoint],
    );
    bench.pass(1);
    await bench.look();
    expect((await bench.problems())[0]?.cause).toContain("Ann");
    expect(bench.logged()).toMatchObject([
      { rule: "breaker_open", endpoint, reason: expect.stringMatching(/^422 from /) },
    ]);
    await bench.query("delete from endpoint_health where project_id = $1", [bench.projectId]);
  });
});
