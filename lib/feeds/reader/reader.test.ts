import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isAlive } from "@/lib/db/embedded/embedded-leftover";
import type { OpenServer, TestQueue } from "@/lib/feeds/brokers/conformance/server.fixture";
import { sqs } from "@/lib/feeds/brokers/conformance/sqs.fixture";
import { readersOf } from "@/lib/feeds/reader/readers-of.fixture";
import { newId } from "@/lib/kernel/ids";
import { killCopies, type StartedCopy, startCopy } from "@/lib/next/started-copy.fixture";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

// The process in which a started copy of the role `worker` reads a source.

let bench: EngineBench;
let queues: OpenServer;
let queue: TestQueue;
let receiver: Receiver;
let copy: StartedCopy;

beforeAll(async () => {
  [bench, queues] = await Promise.all([EngineBench.open(), sqs.open()]);
  const projectId = await bench.project("outgoing");
  receiver = await new Receiver().open();
  await bench.subscribe(projectId, await bench.endpoint(projectId, receiver.url));
  queue = await queues.queue();
  const id = newId();
  const pub_sub = testBox.seal(JSON.stringify(queue.settings));
  const row = { project_id: projectId, id, mask_id: id, name: "source", type: "pub_sub" as const, pub_sub };
  await bench.database.db.insertInto("sources").values(row).execute();
  copy = await startCopy(bench.database.url);
  await goesOn();
});
afterAll(async () => {
  killCopies();
  receiver?.close();
  await bench?.close();
  await queues?.close();
});

/** The source brings another event. */
async function goesOn(): Promise<void> {
  const before = receiver.got.length;
  await queue.send([{ body: JSON.stringify({ event_type: "order.placed", data: { n: before } }) }]);
  await until(() => receiver.got.length > before);
}

/** The only reader of the copy, other than the one that is no more. */
async function reader(than?: number): Promise<number> {
  return until(async () => {
    const pids = await readersOf(copy.child.pid ?? 0);
    return pids.length === 1 && pids[0] !== than && pids[0];
  });
}

it("knows none of the settings of the program, and is told of none by its arguments", async () => {
  const pid = await reader();
  const [environment, command] = await Promise.all(
    ["environ", "cmdline"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8")),
  );
  const own = await readFile(`/proc/${copy.child.pid}/environ`, "utf8");
  expect(own).toMatch(/DATABASE_URL=./);
  expect(own).toMatch(/HOOKYARD_SECRET=./);
  expect(environment).toContain("PATH=");
  expect(environment).not.toMatch(/DATABASE_URL|HOOKYARD_|SMTP_URL/);
  expect(command).not.toContain(queue.settings.type === "cloudqueue" ? queue.settings.cloudqueue.secret_key : "key");
});

it.runIf(process.platform === "linux")("is what Linux ends first where memory is at its end", async () => {
  const [own, readers] = await Promise.all(
    [copy.child.pid, await reader()].map(async (pid) => Number(await readFile(`/proc/${pid}/oom_score_adj`, "utf8"))),
  );
  expect(readers).toBeGreaterThan(own ?? Number.NaN);
});

it("goes on at a signal that a terminal or a service manager sends to all", async () => {
  const pid = await reader();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
  await goesOn();
  expect(await reader()).toBe(pid);
});

it("that is killed is followed by another", async () => {
  const pid = await reader();
  process.kill(pid, "SIGKILL");
  await goesOn();
  expect(await reader(pid)).not.toBe(pid);
});

it("ends with the copy, however that ends", async () => {
  const pid = await reader();
  await copy.stop("SIGKILL");
  await until(() => !isAlive(pid));
  copy = await startCopy(bench.database.url);
  await goesOn();
  const next = await reader();
  expect(await copy.stop("SIGTERM")).toBe(0);
  expect(isAlive(next)).toBe(false);
});
