import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Listener, listen } from "@/lib/db/listener";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { backOffMs } from "@/lib/feeds/back-off";
import type { ConsumerKind, ConsumerTask } from "@/lib/feeds/consumer";
import { ConsumerCrash } from "@/lib/feeds/consumer-crash";
import { decideTakes } from "@/lib/feeds/decide-takes";
import { ConsumerSupervisor } from "@/lib/feeds/supervisor";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import { reconnectSource } from "@/lib/nouns/sources/reconnect";
import { EngineBench, until } from "@/lib/program/engines.fixture";
import { registerWorker } from "@/lib/sending/worker";

/** A consumer type that only records what happens to it. */
class Kind implements ConsumerKind {
  readonly tasks: (ConsumerTask & { settings: unknown })[] = [];
  /** Rejects the present consumption, as a lost connection does. */
  lose: (error: Error) => void = () => {};
  refusal: Error | null = null;
  finish: Promise<void> = Promise.resolve();

  async consume(task: ConsumerTask): Promise<void> {
    this.tasks.push(Object.assign(task, { settings: task.source.readSettings() }));
    if (this.refusal) throw this.refusal;
    task.report.connected();
    await new Promise<void>((resolve, reject) => {
      this.lose = reject;
      task.signal.addEventListener("abort", () => resolve());
    });
    await this.finish;
  }

  get live(): number {
    return this.tasks.filter((task) => !task.signal.aborted).length;
  }
}

const box = createSecretBox([Buffer.alloc(32, 7)]);
let bench: EngineBench;
let projectId: string;
let stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  lines = [];
  await bench.database.db.updateTable("sources").set({ is_disabled: true }).execute();
  projectId = await bench.project("outgoing");
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  stops = [];
});

let lines: Record<string, unknown>[] = [];
const destination = { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) };
const log = createLogger({ LOG_LEVEL: "info" }, { destination });

function register(unseenSeconds?: number) {
  const { url, db } = bench.database;
  return registerWorker({
    url,
    pool: db.pool,
    shards: () => [db.pool],
    log,
    ...(unseenSeconds !== undefined && { unseenSeconds }),
  });
}

async function copy(kind = new Kind()) {
  const worker = await register();
  const ctx = bench.context(projectId);
  const supervisor = new ConsumerSupervisor({
    kinds: { pub_sub: kind },
    pool: bench.database.db.pool,
    whole: bench.database.db.pool,
    ctx,
    services: {
      recorder: { record: () => Promise.reject(new Error("not here")) },
      snapshots: null as never,
      eventLimits: null as never,
      guard: createAddressGuard(""),
      log,
    },
    workerId: worker.id,
  });
  const listener: Listener = listen(
    { url: bench.database.url, name: "hookyard listener" },
    { hookyard_config: () => supervisor.poke() },
    { onConnected: () => supervisor.poke() },
  );
  supervisor.start();
  const stop = async () => {
    await listener.close();
    await supervisor.stop();
    await worker.close();
  };
  stops.push(stop);
  return { kind, worker, supervisor, stop };
}

const seal = (settings: object) => box.seal(JSON.stringify(settings));

async function source(settings: object = { n: 1 }): Promise<string> {
  const id = newId();
  const row = { project_id: projectId, id, mask_id: id, name: "s", type: "pub_sub" as const, pub_sub: seal(settings) };
  await bench.database.db.insertInto("sources").values(row).execute();
  return id;
}

const change = (id: string, values: object) =>
  bench.database.db.updateTable("sources").set(values).where("id", "=", id).execute();
const health = (id: string) => readSourceHealth(bench.context(projectId), id);
const inState = (id: string, state: string) =>
  until(async () => {
    const found = await health(id);
    return found.state === state && found;
  });

it("starts, changes and ends a consumer as its source or limit is edited, disabled and deleted", async () => {
  const { kind } = await copy();
  const id = await source();
  expect(await inState(id, "connected")).toMatchObject({ failures: 0, last_error: null });
  await change(id, { name: "renamed" });
  await change(id, { pub_sub: seal({ n: 2 }) });
  await until(() => kind.tasks.length === 2 && kind.live === 1);
  expect(kind.tasks.map((task) => task.settings)).toEqual([{ n: 1 }, { n: 2 }]);
  const settings = JSON.stringify({ max_payload_read_size: 2_048 });
  await bench.database.db.updateTable("projects").set({ settings }).where("id", "=", projectId).execute();
  await until(() => kind.tasks.length === 3 && kind.live === 1);
  await change(id, { is_disabled: true });
  await until(() => kind.live === 0);
  expect((await health(id)).state).toBe("disabled");
  await change(id, { is_disabled: false });
  await until(() => kind.live === 1);
  await change(id, { deleted_at: new Date() });
  await until(() => kind.live === 0);
});

it("restarts it after a failure, and reports the error", async () => {
  const { kind } = await copy();
  kind.refusal = new Error("The queue orders does not exist.");
  const id = await source();
  const failed = await inState(id, "retrying");
  expect(failed).toMatchObject({ last_error: "The queue orders does not exist.", connected_since: null });
  expect(failed.next_try_at).not.toBeNull();
  kind.refusal = null;
  expect((await inState(id, "connected")).connected_since).not.toBeNull();
  kind.lose(new Error("The connection was lost."));
  await until(async () => (await health(id)).last_error === "The connection was lost.");
  await inState(id, "connected");
});

it("parks a consumer that crashes repeatedly, until its settings change or a person asks", async () => {
  const { kind } = await copy();
  kind.refusal = ConsumerCrash.of("it answered with garbage");
  const id = await source();
  const parked = await inState(id, "parked");
  expect(parked).toMatchObject({ failures: 5, last_error: expect.stringContaining("it answered with garbage") });
  expect(Date.parse(parked.next_try_at ?? "") - Date.now()).toBeGreaterThan(30 * 60_000);
  expect(kind.tasks).toHaveLength(5);
  await change(id, { pub_sub: seal({ n: 2 }) });
  await until(() => kind.tasks.length > 5);
  await inState(id, "parked");
  kind.refusal = null;
  await reconnectSource(bench.context(projectId), id);
  expect(await inState(id, "connected")).toMatchObject({ failures: 0 });
});

it("logs that a source fails, is left alone and recovers, at level info", async () => {
  const { kind } = await copy();
  const id = await source();
  const ofIt = () => lines.filter((line) => line.source === id).map(({ level, msg }) => `${level} ${msg}`);
  await until(() => ofIt().length === 1);
  kind.lose(new Error("The connection was lost."));
  await until(() => ofIt().length === 3);
  expect(ofIt()).toEqual(["30 a source is connected", "40 a consumer ended", "30 a source recovered"]);
  expect(lines.filter((line) => line.source === id)).toMatchObject([
    { project: projectId },
    { project: projectId, reason: "The connection was lost.", failures: 1 },
    { project: projectId, failures: 1 },
  ]);
  kind.refusal = ConsumerCrash.of("it answered with garbage");
  kind.lose(kind.refusal);
  await inState(id, "parked");
  expect(ofIt().at(-1)).toBe("40 a source crashed too often, and is left alone");
  kind.refusal = null;
  await reconnectSource(bench.context(projectId), id);
  await until(() => ofIt().at(-1) === "30 a source is connected");
});

it("shows settings that cannot be decrypted as the consumer's error", async () => {
  await copy();
  const id = await source();
  await change(id, { pub_sub: "not sealed" });
  await inState(id, "retrying");
});

it("divides sources over copies, each in one of them, and gives a stopped copy's to the others", async () => {
  const [one, two] = await Promise.all([copy(), copy()]);
  const ids = await Promise.all([source(), source(), source(), source()]);
  for (const id of ids) await inState(id, "connected");
  // On a machine that is busy for seconds one may take what the other left free that long: never a source twice.
  expect(one.kind.live + two.kind.live).toBe(4);
  const others = two.kind.live;
  let letGo = () => {};
  one.kind.finish = new Promise((resolve) => {
    letGo = resolve;
  });
  const stopping = one.stop();
  await until(() => one.kind.live === 0);
  expect(two.kind.live).toBe(others);
  letGo();
  await stopping;
  await until(() => two.kind.live === 4);
});

it("takes over from a copy that died", async () => {
  const one = await copy();
  const id = await source();
  await inState(id, "connected");
  // The remainder of a killed copy: its lease, and no session with its lock.
  await bench.database.db
    .updateTable("source_consumers")
    .set({ worker_id: newId() })
    .where("source_id", "=", id)
    .execute();
  await until(() => one.kind.live === 0);
  const dead = newId();
  await bench.database.db.insertInto("workers").values({ id: dead, lock_key: 4711, name: "dead" }).execute();
  await bench.database.db
    .updateTable("source_consumers")
    .set({ worker_id: dead })
    .where("source_id", "=", id)
    .execute();
  const finder = await register(0);
  finder.start(() => {});
  stops.push(() => finder.close());
  await until(() => one.kind.live === 1);
});

it("takes no more than its share, except what nobody takes", () => {
  const wanted = [0, 0, 9, null].map((freeSeconds, index) => ({
    projectId: "p",
    id: String(index),
    fingerprint: "",
    freeSeconds,
  }));
  const take = (mine: string[], workers: number) =>
    decideTakes(wanted, new Set(mine), workers).map((source) => source.id);
  expect(take([], 1)).toEqual(["0", "1", "2"]);
  expect(take([], 2)).toEqual(["0", "1", "2"]);
  expect(take([], 4)).toEqual(["0", "2"]);
  expect(take(["3"], 4)).toEqual(["2"]);
});

it("waits longer after each failure, up to half a minute", () => {
  expect([1, 2, 3, 20].map((failures) => backOffMs(failures, 0.5))).toEqual([500, 1000, 2000, 30_000]);
  expect(backOffMs(99, 0)).toBe(24_000);
});
