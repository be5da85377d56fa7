import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Report } from "@/lib/checkup/check-up";
import { findRunningDatabase } from "@/lib/db/embedded/embedded";
import { killCopies, type StartedCopy, startCopy } from "@/lib/next/started-copy.fixture";

const ROOT = path.resolve(import.meta.dirname, "..");

let folder: string;
let copy: StartedCopy;
beforeAll(async () => {
  // On a disk, wherever the temporary files of this run are: a database in memory is a finding.
  folder = await mkdtemp("/var/tmp/hookyard-doctor-");
  copy = await startCopy("", { HOOKYARD_DATA: folder, HOOKYARD_SECRET: "", HOOKYARD_EGRESS_ALLOW: "" });
});
afterAll(async () => {
  killCopies();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number; output: string };

/** Runs the command itself, with these settings and no others of Hookyard. */
function run(args: readonly string[], settings: Record<string, string>, files = "hard"): Promise<Ended> {
  const { PATH = "" } = process.env;
  const env = { PATH, NODE_ENV: "production" as const, HOOKYARD_DATA: folder, HOST: "127.0.0.1", ...settings };
  const limit = files === "hard" ? "" : `ulimit -n ${files} && `;
  const command = `${limit}exec "$0" dist/cli.js doctor "$@"`;
  return new Promise((resolve) => {
    execFile("sh", ["-c", command, process.execPath, ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

async function report(settings: Record<string, string> = {}, files?: string) {
  const { code, output } = await run(["--json"], settings, files);
  const told = JSON.parse(output) as Report;
  expect(told.exit_code).toBe(code);
  return { ...told, codes: told.findings.map((finding) => finding.code) };
}

/** What is true of this machine and of an installation that nobody has set up. */
const TRUE = ["no_owner", "node_out_of_support", "disk_low"];

it("finds nothing wrong with a fresh copy and its own database, but what is true", async () => {
  const { codes, not_looked_at, exit_code } = await report();
  expect(codes.filter((code) => !TRUE.includes(code))).toEqual([]);
  expect(codes).toContain("no_owner");
  expect(not_looked_at).toEqual([]);
  expect(exit_code).toBe(1);
});

it("asks the address at which that copy is, and tells it from another one", async () => {
  expect((await report({ HOOKYARD_URL: copy.url })).codes).not.toContain("url_unreachable");
  expect((await report({ HOOKYARD_URL: "http://127.0.0.1:1" })).codes).toContain("url_unreachable");
});

it("says for people what is wrong, why it matters and what to do", async () => {
  const { code, output } = await run([], { HOOKYARD_EGRESS_ALLOW: "0.0.0.0/0" });
  expect(code).toBe(2);
  expect(output).toMatch(
    /^CRITICAL {2}0\.0\.0\.0\/0 in HOOKYARD_EGRESS_ALLOW opens everything\. {2}\[egress_allows_all\]\n {2}Why: .+\n {2}Do: {2}.+\n\n/,
  );
  expect(output).toMatch(/\nHookyard [\d.]+: 1 critical, \d+ warnings?, 0 advice\. Settings were read from .+\n$/);
});

it("reads the limit of open files of its own process", async () => {
  expect((await report({}, "1024")).codes).toContain("open_files_low");
});

it("tells of a key that others of this machine can read, and shows nothing of it", async () => {
  const secret = path.join(folder, "secret");
  await chmod(secret, 0o644);
  const { codes } = await report();
  await chmod(secret, 0o600);
  expect(codes).toContain("secret_readable");
});

it("says that a wrong setting is one, and ends with 3", async () => {
  const { code, output } = await run([], { PORT: "many" });
  expect(code).toBe(3);
  expect(output).toContain("[settings_wrong]");
});

it("starts no database where no copy runs, and says what it did not look at", async () => {
  copy.child.kill("SIGTERM");
  await copy.exited;
  const { codes, exit_code, not_looked_at } = await report();
  expect(exit_code).toBe(3);
  expect(codes).toContain("database_not_running");
  expect(not_looked_at).toContainEqual({ part: "sources", why: "the database was not reached" });
  expect(await findRunningDatabase(folder)).toBeNull();
});
