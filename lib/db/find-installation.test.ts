import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { findInstallation } from "@/lib/db/find-installation";
import { findRunningCopies, type RunningCopy } from "@/lib/db/running-copies";
import { readEnv } from "@/lib/kernel/env";

/** Where the program is, in these tests. */
let home: string;
let running: EmbeddedDatabase | null = null;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "hookyard-home-"));
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await rm(home, { recursive: true, force: true });
});

const env = (settings: Record<string, string> = {}) => readEnv({ HOOKYARD_DATA: path.join(home, "data"), ...settings });
const find = (more: { isTold?: boolean; mayMake?: boolean } = {}) =>
  findInstallation(env(), { isTold: false, mayMake: false, home, ...more });

/** A note as a living process leaves it; the parent of this one lives. */
async function note(copy: Omit<RunningCopy, "pid">, pid = process.ppid): Promise<void> {
  await mkdir(path.join(home, ".running"), { recursive: true });
  await writeFile(path.join(home, ".running", `${pid}.json`), JSON.stringify({ pid, ...copy }));
}

async function startElsewhere(): Promise<string> {
  const dataDir = path.join(home, "elsewhere");
  running = await startEmbeddedDatabase({ dataDir, durable: false, servedAt: "http://localhost:3000" });
  return dataDir;
}

it("finds the copy that runs, wherever its data is, also for a command that may make an installation", async () => {
  const dataDir = await startElsewhere();
  await note({ dataDir, url: "http://localhost:3000" });
  for (const mayMake of [false, true]) expect((await find({ mayMake })).HOOKYARD_DATA).toBe(dataDir);
  expect(await readdir(home)).toEqual([".running", "elsewhere"]);
});

it("refuses where it cannot reach the copy that runs, or cannot know which is meant, and makes nothing", async () => {
  await note({ dataDir: null, url: "http://localhost:3000" });
  await expect(find({ mayMake: true })).rejects.toThrow("set DATABASE_URL and HOOKYARD_SECRET as it has them");
  await note({ dataDir: path.join(home, "gone"), url: null });
  await expect(find({ mayMake: true })).rejects.toThrow("its database cannot be reached");
  await note({ dataDir: path.join(home, "other"), url: null }, 1);
  await expect(find({ mayMake: true })).rejects.toThrow("Several copies of Hookyard run here");
  expect(await readdir(home)).toEqual([".running"]);
});

it("refuses to read where there is no installation, and makes none", async () => {
  await expect(find()).rejects.toThrow(`There is no Hookyard in ${path.join(home, "data")}`);
  await expect(find({ isTold: true })).rejects.toThrow("set HOOKYARD_DATA or DATABASE_URL");
  expect(await readdir(home)).toEqual([]);
});

it("makes one beside the program where none runs, or where it is told to", async () => {
  expect((await find({ mayMake: true })).HOOKYARD_DATA).toBe(path.join(home, "data"));
  const told = env({ HOOKYARD_DATA: path.join(home, "told") });
  const found = await findInstallation(told, { isTold: true, mayMake: true, home });
  expect(found.HOOKYARD_DATA).toBe(path.join(home, "told"));
});

it("forgets what a copy that was killed left", async () => {
  await note({ dataDir: null, url: null }, 2 ** 22 + 1);
  expect(findRunningCopies(home)).toEqual([]);
  expect(await readdir(path.join(home, ".running"))).toEqual([]);
});
