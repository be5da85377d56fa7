import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { splitShard } from "@/lib/db/placement/split-shard.fixture";
import { newId } from "@/lib/kernel/ids";
import { updateProject } from "@/lib/nouns/projects/mutations";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const missing = missingCitus();
if (missing) console.log(`skipped: engines on a distributed database need ${missing}.`);

const PROJECTS = 6;

let cluster: CitusCluster;
let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let routes: { projectId: string; endpointId: string }[];

beforeAll(async () => {
  if (missing) return;
  const opened = await openDistributed();
  cluster = opened.cluster;
  bench = new EngineBench(opened.database);
  receiver = await new Receiver().open();
  engines = await bench.start();
  routes = [];
  for (let i = 0; i < PROJECTS; i++) {
    const projectId = await bench.project("outgoing", {
      retry: { strategy: "linear", interval_seconds: 1, retry_limit: 3, max_retry_seconds: 60 },
    });
    // A request that waits while a shard is split, which can take a while, is to end by its answer.
    const endpointId = await bench.endpoint(projectId, receiver.url, { http_timeout: 120 });
    routes.push({ projectId, endpointId });
  }
});

beforeEach(() => {
  if (missing) return;
  receiver.got.length = 0;
  receiver.answer = () => ({ status: 200 });
});

afterAll(async () => {
  receiver?.close();
  await bench?.close();
});

const recordAt = (places: readonly number[], by = engines) =>
  Promise.all(
    places.map((place) => {
      const { projectId, endpointId } = routes[place % PROJECTS] as (typeof routes)[number];
      return by.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from(`{"n":${place}}`) }));
    }),
  );

const numbersOf = () =>
  receiver.got.map(({ body }) => (JSON.parse(String(body)) as { n: number }).n).sort((a, b) => a - b);

const allSucceeded = (projectId: string) =>
  until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));

type Place = { shard: string; port: number };

/** Where the projects are. */
async function placeOf(projectId: string): Promise<Place> {
  const { rows } = await bench.database.db.pool.query<Place>(
    `select s.shardid as shard, s.nodeport as port from citus_shards s
     where s.table_name = 'projects'::regclass and s.shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`,
    [projectId],
  );
  return rows[0] as Place;
}

async function move({ shard, port }: Place, mode: "force_logical" | "block_writes"): Promise<void> {
  const to = cluster.nodes.find((node, at) => at > 0 && node.port !== port)?.port;
  const { pool } = bench.database.db;
  await pool.query("select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, $4)", [
    shard,
    port,
    to,
    mode,
  ]);
  await pool.query("call citus_cleanup_orphaned_resources()");
}

/** Whoever asks for what has moved is told to come back, and is answered then. */
async function readAgain(): Promise<void> {
  for (const { projectId } of routes) {
    await until(async () => {
      try {
        return (await bench.deliveries(projectId)).length >= 0;
      } catch (error) {
        expect(toHookyardError(error)).toMatchObject({ code: "unavailable", retryAfter: 2 });
        return false;
      }
    });
  }
}

it.skipIf(missing)("delivers events of many projects that arrive together, each once", async () => {
  const places = Array.from({ length: 60 }, (_, place) => place);
  await recordAt(places);
  await until(() => receiver.got.length >= places.length);
  expect(numbersOf()).toEqual(places);
  for (const { projectId } of routes) await allSucceeded(projectId);
});

it.skipIf(missing)("delivers what a copy without workers takes, whichever server has the project", async () => {
  const web = await bench.start("web");
  const places = Array.from({ length: PROJECTS }, (_, place) => place);
  await recordAt(places, web);
  await until(() => receiver.got.length >= places.length);
  expect(numbersOf()).toEqual(places);
  await web.stop();
});

it.skipIf(missing)("tries again what failed", async () => {
  const failed = new Set<string>();
  receiver.answer = ({ body }) => {
    const isFirst = !failed.has(String(body));
    failed.add(String(body));
    return { status: isFirst ? 503 : 200 };
  };
  await recordAt([100, 101, 102, 103, 104, 105]);
  await until(() => receiver.got.length >= 12);
  for (const { projectId } of routes) await allSucceeded(projectId);
});

it.skipIf(missing)("takes an event with a known key as a duplicate", async () => {
  const [route] = routes;
  if (!route) throw new Error("There is no route.");
  const event = eventFor(route.projectId, route.endpointId, { idempotencyKey: newId() });
  const first = await engines.recorder.record(event);
  const again = await engines.recorder.record(event);
  expect([first.isDuplicate, again.isDuplicate]).toEqual([false, true]);
});

it.skipIf(missing)("hears at once of a project that was changed as a part of the whole", async () => {
  const [route] = routes;
  if (!route) throw new Error("There is no route.");
  const { projectId } = route;
  const maxPayload = async () => (await engines.snapshots.get(projectId))?.settings.max_payload_read_size;
  const before = await maxPayload();
  if (before === undefined) throw new Error("There is no snapshot.");
  await updateProject(
    { ...bench.context(projectId), db: bench.database.db },
    { settings: { max_payload_read_size: before - 1 } },
  );
  await until(async () => (await maxPayload()) === before - 1);
});

it.skipIf(missing)("fans an event out to more subscriptions than its own commit takes", async () => {
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, receiver.url);
  for (let i = 0; i < 40; i++) await bench.subscribe(projectId, endpointId);
  await engines.recorder.record(eventFor(projectId, endpointId, { target: { broadcast: true } }));
  await until(() => receiver.got.length >= 40);
  await allSucceeded(projectId);
  expect(await bench.deliveries(projectId)).toHaveLength(40);
});

it.skipIf(missing)("sends in order and within an endpoint's limits", async () => {
  const projectId = await bench.project("outgoing", {
    breaker: { is_enabled: false, failure_count: 20, probe_interval: 30 },
  });
  const limits = { ordering_key: "customer", max_in_flight: 2, rate_limit: 1_000, rate_limit_duration: 1 };
  const endpointId = await bench.endpoint(projectId, receiver.url, limits);
  await bench.subscribe(projectId, endpointId);
  const numbers = Array.from({ length: 8 }, (_, n) => n);
  for (const n of numbers) {
    const payload = Buffer.from(JSON.stringify({ n, customer: "ann" }));
    await engines.recorder.record(eventFor(projectId, endpointId, { payload }));
  }
  await until(() => receiver.got.length >= numbers.length);
  expect(receiver.got.map(({ body }) => (JSON.parse(String(body)) as { n: number }).n)).toEqual(numbers);
});

it.skipIf(missing)("opens the breaker of an endpoint that fails, and closes it", async () => {
  const projectId = await bench.project("outgoing", {
    retry: { strategy: "linear", interval_seconds: 1, retry_limit: 9, max_retry_seconds: 60 },
    breaker: { is_enabled: true, failure_count: 2, probe_interval: 1 },
  });
  const endpointId = await bench.endpoint(projectId, receiver.url);
  const statusOf = async () => {
    const found = bench.database.db.selectFrom("endpoints").select("status");
    return (await found.where("project_id", "=", projectId).where("id", "=", endpointId).executeTakeFirst())?.status;
  };
  receiver.answer = () => ({ status: 500 });
  await engines.recorder.record(eventFor(projectId, endpointId));
  await until(async () => (await statusOf()) === "pending");
  receiver.answer = () => ({ status: 200 });
  await until(async () => (await statusOf()) === "active");
  await allSucceeded(projectId);
});

/** Nothing that is recorded while this is done is lost, and what is refused may be sent again. */
async function expectNoLoss(change: () => Promise<void>): Promise<void> {
  const sent: number[] = [];
  let refused = 0;
  let isChanging = true;
  const load = (async () => {
    for (let n = 1_000; isChanging; n++) {
      await recordAt([n]).then(
        () => sent.push(n),
        (error: unknown) => {
          expect(toHookyardError(error)).toMatchObject({ code: "unavailable" });
          refused += 1;
        },
      );
    }
  })();
  await change().finally(() => {
    isChanging = false;
  });
  await load;
  await until(() => recordAt(Array.from({ length: PROJECTS }, (_, place) => place)).then(Boolean, () => false));
  await readAgain();
  await until(() => new Set(receiver.got.map(({ body }) => String(body))).size >= sent.length + PROJECTS);
  for (const { projectId } of routes) await allSucceeded(projectId);
  const got = numbersOf();
  expect(sent.filter((n) => !got.includes(n))).toEqual([]);
  const repeated = got.length - new Set(got).size;
  console.log(`meanwhile ${sent.length} events were taken and ${refused} refused; ${repeated} were sent again`);
}

it.skipIf(missing)("loses nothing while shards move under load", () =>
  expectNoLoss(async () => {
    for (const mode of ["force_logical", "block_writes"] as const) {
      for (const { projectId } of routes.slice(0, 2)) await move(await placeOf(projectId), mode);
    }
  }),
);

const isolate = (projectId: string | undefined, mode: "force_logical" | "block_writes") =>
  splitShard(bench.database.url, projectId, mode);

it.skipIf(missing)("works on the shards that there are once one was split under load, and loses nothing", () =>
  expectNoLoss(async () => {
    await isolate(routes[0]?.projectId, "force_logical");
    await isolate(routes[1]?.projectId, "block_writes");
  }),
);

it.skipIf(missing)("records what came of a request that was under way when its shard was split", async () => {
  const [, , { projectId } = { projectId: "" }] = routes;
  // What was sent while the shards changed before may arrive a second time even now: only this event waits, whose number no load reaches.
  const number = 1_000_000 * PROJECTS + 2;
  receiver.answer = ({ body }) => (String(body) === `{"n":${number}}` ? "hang" : { status: 200 });
  const answered = new Promise<() => void>((finish) => {
    receiver.answerLater = finish;
  });
  await recordAt([number]);
  const finish = await answered;
  await isolate(projectId, "block_writes");
  await readAgain();
  finish();
  await allSucceeded(projectId);
  expect(numbersOf().filter((n) => n === number)).toHaveLength(1);
});

it.skipIf(missing)("goes on for all others while a node is away, and for its projects once it is back", async () => {
  const places = await Promise.all(routes.map(({ projectId }) => placeOf(projectId)));
  const [, node] = cluster.nodes;
  if (!node) throw new Error("There is no worker.");
  const away = places.flatMap(({ port }, place) => (port === node.port ? [place] : []));
  const there = places.flatMap(({ port }, place) => (port === node.port ? [] : [place]));
  expect([away.length > 0, there.length > 0]).toEqual([true, true]);
  await node.kill();
  await recordAt(there);
  await until(() => receiver.got.length >= there.length);
  const answers = await Promise.allSettled(away.map((place) => recordAt([place])));
  for (const answer of answers) {
    expect(answer.status === "rejected" && toHookyardError(answer.reason).code).toBe("unavailable");
  }
  await node.start();
  await until(() =>
    recordAt(away).then(
      () => true,
      () => false,
    ),
  );
  await until(() => away.every((place) => numbersOf().includes(place)));
  await readAgain();
});
