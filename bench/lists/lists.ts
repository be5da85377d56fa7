import type { Cleanup } from "@/bench/cleanup";
import { type Copy, startCopy } from "@/bench/copy";
import { percentiles } from "@/bench/latency";
import { type Combination, listBacklogCombinations, listCombinations } from "@/bench/lists/combinations";
import { fillBacklog, fillWorld, type Size, settleTables } from "@/bench/lists/fill";
import { findSlow, LIMIT_MS, type Line, measureLists, p95Of, type Timing, toLines } from "@/bench/lists/measure";
import { findSequentialScans, type SequentialScan } from "@/bench/lists/plans";
import { openProbe, type Probe } from "@/bench/lists/probe";
import { makeWorld } from "@/bench/lists/world";
import { createApiClient } from "@/lib/api/client";
import { readMasterKeys } from "@/lib/master-keys";
import { createSecretBox } from "@/lib/secret-box";

/** What `npm run bench -- lists --json` prints. */
export type ListFigures = {
  deliveries: number;
  waiting: number;
  days: number;
  asked: number;
  p50_ms: number;
  p95_ms: number;
  /** Of the slowest combination. */
  slowest_p95_ms: number;
  slow: { name: string; p95_ms: number }[];
  sequential_scans: SequentialScan[];
  groups: Line[];
  /** Bounded by time and not by the limit, because no index stands behind it. */
  search_ms: Line[];
};

const SIZE: Size = { days: 30, deliveries: 1_000_000, waiting: 1_000_000 };
const ROUNDS = 3;

/** Every combination of filters that the dashboard offers, on a million deliveries and beside a million that wait. */
export async function measureAllLists({
  cleanup,
  say,
}: {
  cleanup: Cleanup;
  say(line: string): void;
}): Promise<ListFigures> {
  say("Starting a copy…");
  // It serves only: nothing is delivered or tidied while lists are asked.
  const copy = await startCopy(cleanup, { settings: { HOOKYARD_ROLE: "web", HOOKYARD_KEY_RATE: "0" } });
  const world = await prepare(copy, "Lists");
  const backlog = await prepare(copy, "Backlog");
  const url = copy.databaseUrl();
  say(`Filling ${SIZE.deliveries.toLocaleString("en-US")} deliveries of ${SIZE.days} days…`);
  await fillWorld(url, world, SIZE);
  say(`Filling ${SIZE.waiting.toLocaleString("en-US")} that wait…`);
  await fillBacklog(url, { ...backlog, endpointIds: backlog.endpointIds.slice(0, 20) }, SIZE);
  await settleTables(url);

  const { usual, searches } = listCombinations(world);
  const target = (apiKey: string) => ({ baseUrl: copy.url, apiKey });
  const timings: Timing[] = [];
  const options = { rounds: ROUNDS, say };
  await measureLists(target(world.apiKey), usual.slice(0, 100), options);
  say("Asking…");
  timings.push(...(await measureLists(target(world.apiKey), usual, options)));
  const ofBacklog = listBacklogCombinations(backlog);
  timings.push(...(await measureLists(target(backlog.apiKey), ofBacklog, options)));
  const search = await measureLists(target(world.apiKey), searches, options);

  say("Looking at the plans…");
  const probe = openProbe(url, createSecretBox(await readMasterKeys({ HOOKYARD_DATA: copy.dataDir })));
  cleanup.defer(() => probe.close());
  const scans = [
    ...(await checkPlans(probe, world.apiKey, usual)),
    ...(await checkPlans(
      probe,
      backlog.apiKey,
      ofBacklog.filter(({ list }) => list !== "figures"),
    )),
  ];
  const { p50, p95 } = percentiles(timings.flatMap(({ ms }) => ms));
  return {
    ...SIZE,
    asked: timings.length,
    p50_ms: p50,
    p95_ms: p95,
    slowest_p95_ms: Math.max(...timings.map(p95Of)),
    slow: findSlow(timings).map((timing) => ({
      name: `${timing.combination.list}: ${timing.combination.name} (${timing.page})`,
      p95_ms: p95Of(timing),
    })),
    sequential_scans: scans,
    groups: toLines(timings),
    search_ms: toLines(search),
  };
}

/** Why the figures are not as promised; null when they are. */
export function findListComplaint({ slow, sequential_scans }: ListFigures): string | null {
  if (slow.length === 0 && sequential_scans.length === 0) return null;
  return `${slow.length} lists are slow, ${sequential_scans.length} plans read a whole table.`;
}

/** The figures for people. */
export function toListTable({ groups, search_ms, slow, sequential_scans, ...figures }: ListFigures): string {
  const width = Math.max(...[...groups, ...search_ms].map(({ name }) => name.length));
  const toRow = ({ name, combinations, p50, p95, max, worst }: Line) =>
    `  ${name.padEnd(width)} ${[combinations, p50, p95, max].map((value) => String(value).padStart(8)).join("")}   ${worst}`;
  const head = `  ${"".padEnd(width)} ${["asked", "p50 ms", "p95 ms", "max ms"].map((name) => name.padStart(8)).join("")}   the slowest by its p95`;
  const deliveries = figures.deliveries.toLocaleString("en-US");
  return [
    `${deliveries} deliveries of ${figures.days} days, ${figures.waiting.toLocaleString("en-US")} more that wait`,
    `${figures.asked.toLocaleString("en-US")} pages asked: p50 ${figures.p50_ms} ms, p95 ${figures.p95_ms} ms`,
    "",
    head,
    ...groups.map(toRow),
    "",
    "Payload search, which is bounded by time",
    ...search_ms.map(toRow),
    "",
    slow.length === 0
      ? `None has a p95 of ${LIMIT_MS} ms or more.`
      : `${slow.length} have a p95 of ${LIMIT_MS} ms or more:`,
    ...slow.map(({ name, p95_ms }) => `  ${p95_ms} ms  ${name}`),
    sequential_scans.length === 0
      ? "No plan reads a whole table."
      : `${sequential_scans.length} plans read a whole table:`,
    ...sequential_scans.slice(0, 20).map(({ table, request }) => `  ${table}: ${request}`),
  ].join("\n");
}

async function prepare(copy: Copy, name: string) {
  const { project_id, api_key: apiKey } = await copy.init(name, "incoming");
  return { ...(await makeWorld(createApiClient({ baseUrl: copy.url, apiKey }), project_id)), apiKey };
}

async function checkPlans(
  probe: Probe,
  apiKey: string,
  combinations: readonly Combination[],
): Promise<SequentialScan[]> {
  const found: SequentialScan[] = [];
  for (const { path, query } of combinations) {
    found.push(...(await findSequentialScans(probe, { path: `${path}?${query}`, apiKey })));
  }
  return found;
}
