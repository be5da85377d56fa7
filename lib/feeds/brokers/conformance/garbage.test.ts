import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FLOODS, GARBAGE, type Garbage, GarbagePort, SILENCE } from "@/lib/feeds/brokers/conformance/garbage.fixture";
import type { OpenServer, TestQueue } from "@/lib/feeds/brokers/conformance/server.fixture";
import { sqs } from "@/lib/feeds/brokers/conformance/sqs.fixture";
import { peakBytes, readersOf } from "@/lib/feeds/reader/readers-of.fixture";
import { newId } from "@/lib/kernel/ids";
import { killCopies, type StartedCopy, startCopy } from "@/lib/next/started-copy.fixture";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

// Every kind of source at every kind of garbage, in a started copy of the role `worker`, with a source beside them that
// is well: the copy lives, the other source goes on, and each of them says what is wrong.

/** What the copy itself may have had at most: what floods it is in the processes of the readers. */
const COPY_BYTES = 512 * 1024 ** 2;
/** What one reader may have at most: its objects, 512 MiB of buffers until it is ended, and more while the machine is busy. */
const READER_BYTES = 1.5 * 1024 ** 3;
const LOOK_MS = 100;

type Settings = { type: "pub_sub" | "rest_api" | "db_change_stream"; settings: object };

/** A source of each kind that is to be consumed from this port. */
const KINDS: Record<string, (port: number) => Settings> = {
  amqp: (port) => ({
    type: "pub_sub",
    settings: { type: "amqp", workers: 1, amqp: { host: "127.0.0.1", port: String(port), queue: "q" } },
  }),
  logstream: (port) => ({
    type: "pub_sub",
    settings: {
      type: "logstream",
      workers: 1,
      logstream: { brokers: [`127.0.0.1:${port}`], consumer_group_id: "g", topic_name: "t" },
    },
  }),
  cloudqueue: (port) => ({
    type: "pub_sub",
    settings: {
      type: "cloudqueue",
      workers: 1,
      cloudqueue: {
        access_key_id: "id",
        secret_key: "key",
        default_region: "eu-central-1",
        queue_name: "q",
        endpoint: `http://127.0.0.1:${port}`,
      },
    },
  }),
  cloudtopic: (port) => ({
    type: "pub_sub",
    settings: {
      type: "cloudtopic",
      workers: 1,
      cloudtopic: { project_id: "shop", subscription_id: "orders", endpoint: `127.0.0.1:${port}` },
    },
  }),
  poller: (port) => ({ type: "rest_api", settings: { url: `http://127.0.0.1:${port}/`, interval_seconds: 60 } }),
  "change stream": (port) => ({
    type: "db_change_stream",
    settings: {
      host: "127.0.0.1",
      port,
      database: "shop",
      user: "ada",
      password: "s3cret",
      ssl: "disable",
      publication: "orders",
    },
  }),
};

let bench: EngineBench;
let queues: OpenServer;
let queue: TestQueue;
let receiver: Receiver;
let projectId: string;
let copy: StartedCopy;
const ports: GarbagePort[] = [];
let silent: { kind: string; id: string }[] = [];
let readerPeak = 0;
let looking: NodeJS.Timeout;

beforeAll(async () => {
  [bench, queues] = await Promise.all([EngineBench.open(), sqs.open()]);
  projectId = await bench.project("outgoing");
  receiver = await new Receiver().open();
  await bench.subscribe(projectId, await bench.endpoint(projectId, receiver.url));
  queue = await queues.queue();
  await source({ type: "pub_sub", settings: queue.settings });
  copy = await startCopy(bench.database.url);
  looking = setInterval(() => void lookAtReaders(), LOOK_MS);
  await goesOn();
  silent = await sourcesAt(SILENCE);
});
afterAll(async () => {
  clearInterval(looking);
  killCopies();
  for (const port of ports) port.close();
  receiver?.close();
  await bench?.close();
  await queues?.close();
});

async function source({ type, settings }: Settings): Promise<string> {
  const id = newId();
  const sealed = testBox.seal(JSON.stringify(settings));
  const row = { project_id: projectId, id, mask_id: id, name: "source", type, [type]: sealed };
  await bench.database.db.insertInto("sources").values(row).execute();
  return id;
}

async function sourcesAt(garbage: Garbage) {
  const port = await new GarbagePort(garbage).open();
  ports.push(port);
  const made = Object.entries(KINDS).map(async ([kind, settingsAt]) => ({
    kind,
    id: await source(settingsAt(port.port)),
  }));
  return Promise.all(made);
}

/** The source that is well brings another event. */
async function goesOn(): Promise<void> {
  const before = receiver.got.length;
  await queue.send([{ body: JSON.stringify({ event_type: "order.placed", data: { n: before } }) }]);
  await until(() => {
    if (copy.child.exitCode !== null || copy.child.signalCode !== null) throw new Error(copy.output());
    return receiver.got.length > before;
  });
}

/** What each of them says is wrong, once it does. */
async function complaints(sources: { kind: string; id: string }[]): Promise<Record<string, string>> {
  const told = sources.map(async ({ kind, id }) => {
    const health = await until(async () => {
      if (copy.child.exitCode !== null || copy.child.signalCode !== null) throw new Error(copy.output());
      const found = await readSourceHealth(bench.context(projectId), id);
      return (found.state === "retrying" || found.state === "parked") && found;
    });
    // Its next tries would only keep the machine busy.
    await bench.database.db.updateTable("sources").set({ is_disabled: true }).where("id", "=", id).execute();
    return [kind, health.last_error ?? ""];
  });
  return Object.fromEntries(await Promise.all(told));
}

function expectWords(told: Record<string, string>): void {
  for (const [kind, words] of Object.entries(told)) {
    expect(words, kind).toMatch(/^[A-Z0-9].{15,}[.)]$/s);
    expect(words, kind).not.toMatch(/undefined|\[object|\bat .*\.js:/);
  }
}

/** The most that any reader was seen to have had. */
async function lookAtReaders(): Promise<void> {
  const pids = await readersOf(copy.child.pid ?? 0);
  readerPeak = Math.max(readerPeak, ...(await Promise.all(pids.map(peakBytes))));
}

/** Sources of all kinds at this answer. */
async function suffer(garbage: Garbage): Promise<void> {
  const told = await complaints(await sourcesAt(garbage));
  expectWords(told);
  for (const [kind, words] of Object.entries(garbage.says ?? {})) expect(told[kind]).toMatch(words);
  await goesOn();
}

const named = (all: readonly Garbage[]) => all.map((garbage) => [garbage.name, garbage] as const);

describe("a source whose server floods it with", () => {
  it.each(named(FLOODS))("%s says what is wrong, and nothing else suffers", (_, garbage) => suffer(garbage), 600_000);
});

describe("a source whose server answers", () => {
  it.concurrent.each(named(GARBAGE))(
    "%s says what is wrong, and nothing else suffers",
    (_, garbage) => suffer(garbage),
    600_000,
  );

  it("nothing at all says so, and nothing else suffers", async () => {
    const told = await complaints(silent);
    expectWords(told);
    await goesOn();
  }, 600_000);
});

it("no garbage of any kind fills the memory of the copy, and of a reader no more than it may have", async () => {
  const copyPeak = await peakBytes(copy.child.pid ?? 0);
  const inMib = [copyPeak, readerPeak].map((bytes) => Math.round(bytes / 1024 ** 2));
  console.info(`the copy ${inMib[0]} MiB at most, a reader ${inMib[1]} MiB`);
  expect(copyPeak).toBeGreaterThan(0);
  expect(copyPeak).toBeLessThan(COPY_BYTES);
  expect(readerPeak).toBeGreaterThan(0);
  expect(readerPeak).toBeLessThan(READER_BYTES);
});
