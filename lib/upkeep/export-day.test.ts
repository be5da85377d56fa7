import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { EngineBench, until } from "@/lib/program/engines.fixture";
import { countRows, DAY, fillDay, keepDaysAfter, makeDay } from "@/lib/upkeep/days.fixture";
import { folderPlace } from "@/lib/upkeep/export-places/folder";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";

let bench: EngineBench;
let project: string;
let exportDir: string;
let exportPlaces: ExportPlace[];
beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  exportDir = await mkdtemp(path.join(os.tmpdir(), "hookyard-export-"));
  exportPlaces = [folderPlace(exportDir)];
  await query("truncate events, event_deliveries, delivery_attempts, meta_events, delivery_queue, retention_exports");
  await makeDay(bench.database);
  project = await bench.project("outgoing", { retention: 30 });
  return () => rm(exportDir, { recursive: true });
});

const query = (text: string, values: unknown[] = []) => bench.database.db.pool.query(text, values);
const names = () => readdir(path.join(exportDir, project)).catch(() => [] as string[]);
const readLines = async (name: string) => {
  const text = gunzipSync(await readFile(path.join(exportDir, project, name))).toString();
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};
const count = (lines: { kind: string }[], kind: string) => lines.filter((line) => line.kind === kind).length;

it("writes a day before it is removed, with every row and no credential", async () => {
  await fillDay(bench.database, project, null, { count: 1_200 });
  await query("update events set payload = '\\xff00' where id = (select id from events order by id limit 1)");
  await keepDaysAfter(bench.database, 30, { exportPlaces });
  expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
  expect(await names()).toEqual([`${DAY}.jsonl.gz`]);
  const lines = await readLines(`${DAY}.jsonl.gz`);
  for (const kind of ["event", "event_delivery", "attempt", "meta_event"]) expect(count(lines, kind)).toBe(1_200);
  expect(JSON.stringify(lines)).not.toContain("hush");
  expect(lines[0]).toMatchObject({
    kind: "event",
    project_id: project,
    payload_base64: "/wA=",
    event_type: "order.paid",
  });
  expect(lines[0].headers).toEqual({ "content-type": "text/plain", "x-api-key": "[REDACTED]" });
  expect(lines[1].payload).toMatch(/^1 [0-9a-f]{32}/);
  const attempt = lines.find((line) => line.kind === "attempt");
  expect(attempt).toMatchObject({ response_data: "ok", url: "https://[REDACTED]@example.com/h?token=[REDACTED]&a=1" });
  expect(lines.find((line) => line.uid === attempt.delivery_id)).toBeDefined();
});

it("writes waiting rows as a second part when they are removed", async () => {
  await fillDay(bench.database, project, null, { count: 10 });
  bench.tamperWith(project);
  await query(
    `insert into delivery_queue (project_id, delivery_id, kind, lane_id, event_id, due_at)
     select project_id, id, 'delivery', project_id, event_id, now() from event_deliveries order by id limit 1`,
  );
  await keepDaysAfter(bench.database, 30, { exportPlaces });
  expect(await countRows(bench.database, project)).toEqual([1, 1, 1, 0]);
  await keepDaysAfter(bench.database, 31, { exportPlaces });
  expect(await names()).toEqual([`${DAY}.jsonl.gz`]);
  await query("truncate delivery_queue");
  await keepDaysAfter(bench.database, 31, { exportPlaces });
  expect(await names()).toEqual([`${DAY}.2.jsonl.gz`, `${DAY}.jsonl.gz`]);
  const [first, second] = [await readLines(`${DAY}.jsonl.gz`), await readLines(`${DAY}.2.jsonl.gz`)];
  expect([count(first, "event"), count(second, "event"), second.length]).toEqual([9, 1, 3]);
  expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
});

it("keeps a day that cannot be written, and notes it until it can", async () => {
  await fillDay(bench.database, project, null, { count: 10 });
  await writeFile(path.join(exportDir, project), "a file where the folder should be");
  await keepDaysAfter(bench.database, 30, { exportPlaces });
  const stuck = async () => {
    const text = "select error from export_failures where project_id = $1";
    return (await bench.database.db.pool.query(text, [project])).rows.map(({ error }) => error);
  };
  expect(await countRows(bench.database, project)).toEqual([10, 10, 10, 10]);
  expect(await stuck()).toEqual([expect.stringContaining("EEXIST")]);
  await rm(path.join(exportDir, project));
  await keepDaysAfter(bench.database, 30, { exportPlaces });
  expect(await stuck()).toEqual([]);
  expect(await countRows(bench.database, project)).toEqual([0, 0, 0, 0]);
});

it("loses nothing and leaves no partial file if it is killed in the middle of one", async () => {
  await fillDay(bench.database, project, null, { count: 8_000, bytes: 20_000 });
  const fixture = fileURLToPath(new URL("./days.fixture.ts", import.meta.url));
  const code = `
    const { keepDaysAfter } = await import(${JSON.stringify(fixture)});
    const { folderPlace } = await import(${JSON.stringify(fileURLToPath(new URL("./export-places/folder.ts", import.meta.url)))});
    const { createDatabase } = await import(${JSON.stringify(fileURLToPath(new URL("../db/client.ts", import.meta.url)))});
    const db = createDatabase(${JSON.stringify(bench.database.url)});
    await keepDaysAfter({ db }, 30, { exportPlaces: [folderPlace(${JSON.stringify(exportDir)})] });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], { stdio: "inherit" });
  const ended = once(child, "exit");
  await until(async () => (await names()).some((name) => name.endsWith(".tmp")));
  child.kill("SIGKILL");
  await ended;
  expect((await names()).filter((name) => !name.endsWith(".tmp"))).toEqual([]);
  expect(await countRows(bench.database, project)).toEqual([8_000, 8_000, 8_000, 8_000]);
  // The dead copy's lock ends with its connection.
  await until(async () => {
    await keepDaysAfter(bench.database, 30, { exportPlaces });
    return (await countRows(bench.database, project))[0] === 0;
  });
  expect(await names()).toEqual([`${DAY}.jsonl.gz`]);
  expect(count(await readLines(`${DAY}.jsonl.gz`), "event")).toBe(8_000);
});
