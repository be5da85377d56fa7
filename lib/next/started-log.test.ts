import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { version } from "@/lib/kernel/version";
import { killCopies, startCopy, startInVain } from "@/lib/next/started-copy.fixture";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const TEST_MS = 180_000;
const MIGRATIONS = readdirSync(path.resolve(import.meta.dirname, "../db/migrations")).filter((file) =>
  file.endsWith(".sql"),
);

type Line = Record<string, unknown> & { level: number; msg: string };

let bench: EngineBench;
const made: string[] = [];
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterEach(() => killCopies());
afterAll(async () => {
  for (const name of made) await bench.database.db.pool.query(`drop database "${name}" with (force)`);
  await bench.close();
});

/** A database that nothing was done to yet. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(bench.database.url);
  const name = `${url.pathname.slice(1)}_empty`;
  await bench.database.db.pool.query(`create database "${name}"`);
  made.push(name);
  url.pathname = `/${name}`;
  return url.href;
}

const read = (output: string) =>
  output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Told at `warn`, so that whoever logs no less still finds it. */
const SET_UP = "Make the first account here, once";

describe("the log of a copy", { timeout: TEST_MS }, () => {
  it("is JSON from the first line to the last, and an ordinary stop warns of nothing", async () => {
    const copy = await startCopy(await emptyDatabase(), { LOG_FORMAT: "json", HOOKYARD_ROLE: "web" });
    expect((await fetch(`${copy.url}/readyz`)).status).toBe(200);
    copy.child.kill("SIGTERM");
    expect(await copy.exited).toBe(0);
    const lines = read(copy.output());
    const told = (msg: string) => lines.filter((line) => line.msg === msg);
    expect(told("a migration was applied").map(({ migration }) => migration)).toEqual(MIGRATIONS.sort());
    expect(told(`Hookyard is ready at ${copy.url}`)).toMatchObject([
      { level: 30, version, address: copy.url, role: "web", processes: 1, copy: expect.stringContaining(":") },
    ]);
    expect(told(SET_UP)).toMatchObject([{ level: 40, address: expect.stringContaining(`${copy.url}/setup?token=`) }]);
    expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(["Hookyard stops", "Hookyard has stopped"]);
    expect(lines.filter(({ level, msg }) => level > 30 && msg !== SET_UP)).toEqual([]);
  });

  it("warns of nothing where processes with work stop in order, while balancers ask", async () => {
    const receiver = await new Receiver().open();
    const projectId = await bench.project("outgoing");
    const endpointId = await bench.endpoint(projectId, receiver.url);
    const settings = { LOG_FORMAT: "json", HOOKYARD_PROCESSES: "2", HOOKYARD_DRAIN_SECONDS: "1" };
    const copy = await startCopy(bench.database.url, settings);
    const web = await bench.start("web");
    await Promise.all(Array.from({ length: 50 }, () => web.recorder.record(eventFor(projectId, endpointId))));
    await until(() => receiver.got.length === 50);
    copy.child.kill("SIGTERM");
    await until(async () => (await fetch(`${copy.url}/readyz`)).status === 503);
    expect(await copy.exited).toBe(0);
    receiver.close();
    const lines = read(copy.output());
    expect(lines.filter(({ level, msg }) => level > 30 && msg !== SET_UP)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === "a process of this copy serves")).toHaveLength(2);
    expect(lines.filter(({ msg }) => msg === "Hookyard has stopped")).toHaveLength(3);
  });

  it("says why a copy does not start, in a line too", async () => {
    const { code, output } = await startInVain({ LOG_FORMAT: "json", DATABASE_URL: "mysql://localhost/x" });
    expect(code).toBe(1);
    expect(read(output)).toMatchObject([
      { level: 60, msg: "DATABASE_URL does not lead to a database: it does not begin with postgres://" },
    ]);
    const wrong = await startInVain({ LOG_FORMAT: "json", HOOKYARD_IN_FLIGHT: "none" });
    expect(read(wrong.output)).toMatchObject([{ level: 60, msg: expect.stringContaining("HOOKYARD_IN_FLIGHT: ") }]);
  });

  it("is for people where a terminal is: the address and what to do are text, and nothing else is told", async () => {
    const copy = await startCopy(bench.database.url, { LOG_FORMAT: "text" });
    copy.child.kill("SIGTERM");
    expect(await copy.exited).toBe(0);
    expect(copy.output()).toBe(`Hookyard is ready at ${copy.url}\nThis copy is a worker: it has no pages.\n`);
  });

  // The last one: a later copy would warn that it frees what this one leased.
  it("names the lines of the sources, and tells what nothing caught before the copy ends of it", async () => {
    const proxy = await new DatabaseProxy().open(bench.database.url);
    const onSignal = "process.once('SIGUSR2',()=>Promise.reject(new/**/Error('planted')))";
    const settings = { LOG_FORMAT: "json", NODE_OPTIONS: `--import=data:text/javascript,${onSignal}` };
    const copy = await startCopy(proxy.url, settings);
    proxy.close();
    const lines = () =>
      copy
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .flatMap(read);
    const stacks = () => lines().map(({ err }) => (err as { stack?: string } | undefined)?.stack ?? "");
    await until(() => stacks().some((stack) => /\/lib\/db\/client\.ts:\d+:\d+\)/.test(stack)));
    expect(stacks().filter((stack) => stack.includes("/dist/server.js"))).toEqual([]);
    expect(await copy.stop("SIGUSR2")).toBe(1);
    expect(lines().filter(({ level }) => level === 60)).toMatchObject([{ err: { message: "planted" } }]);
  });
});
