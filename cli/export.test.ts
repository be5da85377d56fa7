import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ExportOptions, exportProject } from "@/cli/export";
import { readEnv } from "@/lib/kernel/env";
import { EngineBench } from "@/lib/program/engines.fixture";
import { fillDay } from "@/lib/upkeep/days.fixture";

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2026-01-15");

let bench: EngineBench;
let folder: string;
let project: string;
beforeAll(async () => {
  bench = await EngineBench.open();
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-export-"));
  project = await bench.project("outgoing");
  for (const day of [0, 1, 3]) {
    await fillDay(bench.database, project, null, { count: 5, first: 100 * day, startMs: FIRST + day * DAY_MS });
  }
  await fillDay(bench.database, await bench.project("outgoing"), null, { count: 7, first: 900 });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

async function run(options: Omit<ExportOptions, "project"> & { project?: string }) {
  const env = readEnv({ DATABASE_URL: bench.database.url, HOOKYARD_DATA: folder, HOOKYARD_SECRET: "s".repeat(32) });
  const output = new PassThrough();
  const read = text(output);
  const lines = await exportProject(env, { project, ...options }, output).finally(() => output.end());
  return { lines, written: toLines(await read) };
}

function toLines(written: string): { kind: string; project_id: string; created_at?: string }[] {
  return written
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const days = (lines: { created_at?: string }[]) => [
  ...new Set(lines.flatMap(({ created_at }) => created_at?.slice(0, 10) ?? [])),
];

it("writes every day of one project, the oldest first, without credentials", async () => {
  const { lines, written } = await run({});
  expect([lines, written.length]).toEqual([60, 60]);
  expect(days(written)).toEqual(["2026-01-15", "2026-01-16", "2026-01-18"]);
  for (const kind of ["event", "event_delivery", "attempt", "meta_event"]) {
    expect(written.filter((line) => line.kind === kind)).toHaveLength(15);
  }
  expect(written.every((line) => line.project_id === project)).toBe(true);
  expect(JSON.stringify(written)).not.toContain("hush");
});

it("writes the requested days, both inclusive, with waiting deliveries", async () => {
  bench.tamperWith(project);
  await bench.database.db.pool.query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at)
     select project_id, id, 'delivery', project_id, event_id, 'infinity' from event_deliveries where project_id = $1`,
    [project],
  );
  expect(days((await run({ from: "2026-01-16", to: "2026-01-18" })).written)).toEqual(["2026-01-16", "2026-01-18"]);
  expect((await run({ to: "2026-01-15" })).lines).toBe(20);
  expect((await run({ from: "2026-02-01" })).lines).toBe(0);
});

it("finds a project by its name", async () => {
  const { rows } = await bench.database.db.pool.query("select name from projects where id = $1", [project]);
  expect((await run({ project: rows[0].name.toUpperCase(), to: "2026-01-15" })).lines).toBe(20);
  await expect(run({ project: "nobody's" })).rejects.toThrow("There is no project nobody's.");
});

it("writes a file atomically, for its owner alone, compressed by its name", async () => {
  const [plain, packed] = [path.join(folder, "days.jsonl"), path.join(folder, "days.jsonl.gz")];
  await writeFile(plain, "of before");
  expect((await run({ out: plain })).written).toEqual([]);
  await run({ out: packed });
  expect(toLines(await readFile(plain, "utf8"))).toHaveLength(60);
  expect(gunzipSync(await readFile(packed)).equals(await readFile(plain))).toBe(true);
  expect((await stat(plain)).mode & 0o777).toBe(0o600);
  await expect(run({ out: path.join(folder, "absent", "days.jsonl") })).rejects.toThrow("ENOENT");
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it.each([
  [{ from: "15.1.2026" }, "Give a day as YYYY-MM-DD."],
  [{ to: "2026-02-30" }, "Give a day as YYYY-MM-DD."],
  [{ from: "2026-02-02", to: "2026-02-01" }, "It is after --to."],
])("refuses %o", async (options, message) => {
  await expect(run(options)).rejects.toThrow(message);
});
