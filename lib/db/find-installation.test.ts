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

/** Leaves a note like a living process; the parent of this process lives. */
async function note(copy: Omit<RunningCopy, "pid">, pid = process.ppid): Promise<void> {
  await mkdir(path.join(home, ".running"), { recursive: true });
  await writeFile(path.join(home, ".running", `${pid}.json`), JSON.stringify({ pid, ...copy }));
}

async function startElsewhere(): Promise<string> {
  const dataDir = path.join(home, "elsewhere");
  running = await startEmbeddedDatabase({ dataDir, durable: false, servedAt: "http://localhost:3000" });
  return dataDir;
}

it("finds the running copy wherever its data is, even for a command that may create an installation", async () => {
  const dataDir = await startElsewhere();
  await note({ dataDir, url: "http://localhost:3000" });
  for (const mayMake of [false, true]) expect((await find({ mayMake })).HOOKYARD_DATA).toBe(dataDir);
  expect(await readdir(home)).toEqual([".running", "elsewhere"]);
});

it("refuses and creates nothing if it cannot reach the running copy, or cannot know which one is meant", async () => {
  await note({ dataDir: null, url: "http://localhost:3000" });
  await expect(find({ mayMake: true })).rejects.toThrow("set DATABASE_URL and HOOKYARD_SECRET as it has them");
  await note({ dataDir: path.join(home, "gone"), url: null });
  await expect(find({ mayMake: true })).rejects.toThrow("its database cannot be reached");
  await note({ dataDir: path.join(home, "other"), url: null }, 1);
  await expect(find({ mayMake: true })).rejects.toThrow("Several copies of Hookyard run here");
  expect(await readdir(home)).toEqual([".running"]);
});

it("refuses to read if there is no installation, and creates none", async () => {
  await expect(find()).rejects.toThrow(`There is no Hookyard in ${path.join(home, "data")}`);
  await expect(find({ isTold: true })).rejects.toThrow("set HOOKYARD_DATA or DATABASE_URL");
  expect(await readdir(home)).toEqual([]);
});

it("creates one beside the program if none runs, or where the settings say", async () => {
  expect((await find({ mayMake: true })).HOOKYARD_DATA).toBe(path.join(home, "data"));
  const told = env({ HOOKYARD_DATA: path.join(home, "told") });
  const found = await findInstallation(told, { isTold: true, mayMake: true, home });
  expect(found.HOOKYARD_DATA).toBe(path.join(home, "told"));
});

it("forgets what a killed copy left", async () => {
  await note({ dataDir: null, url: null }, 2 ** 22 + 1);
  expect(findRunningCopies(home)).toEqual([]);
  expect(await readdir(path.join(home, ".running"))).toEqual([]);
});
