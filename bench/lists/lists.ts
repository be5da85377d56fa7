import type { Cleanup } from "@/bench/cleanup";
import { type Copy, startCopy } from "@/bench/copy";
import { percentiles } from "@/bench/latency";
import { fillInBulk } from "@/bench/lists/bulk";
import { type Combination, listBacklogCombinations, listCombinations, toLedger } from "@/bench/lists/combinations";
import { fillBacklog, fillRecords, fillTraffic } from "@/bench/lists/fill";
import {
  findSlow,
  type GroupTiming,
  LIMIT_MS,
  measureLists,
  measureSlowAgain,
  p95Of,
  type Timing,
  toGroupTimings,
} from "@/bench/lists/measure";
import { findSequentialScans, type SequentialScan } from "@/bench/lists/plans";
import { openProbe, type Probe } from "@/bench/lists/probe";
import { makeWorld } from "@/bench/lists/world";
import { count } from "@/bench/table";
import { createApiClient } from "@/lib/api/create-client";
import { readMasterKeys } from "@/lib/kernel/master-keys";
import { createSecretBox } from "@/lib/kernel/secret-box";

/** The output of `npm run bench -- lists --json`. */
export type ListFigures = {
  deliveries: number;
  waiting: number;
  days: number;
  asked: number;
  p50_ms: number;
  p95_ms: number;
  /** The p95 of the slowest combination. */
  slowest_p95_ms: number;
  slow: { name: string; p95_ms: number }[];
  /** How many were measured again, because they or the machine were slow at first. */
  asked_again: number;
  sequential_scans: SequentialScan[];
  groups: GroupTiming[];
  /** Bounded by time and not by the limit, because no index serves it. */
  search_ms: GroupTiming[];
  /** Bounded by how much waits. */
  ledger_ms: GroupTiming[];
};

const SIZE = { days: 30, deliveries: 1_000_000, attempts: 0.1 };
const WAITING = 1_000_000;
const ROUNDS = 2;

/**
 * Measures every combination of filters that the dashboard offers, on a million deliveries and beside a million that
 * wait; with `only` those whose name contains this text.
 */
export async function measureAllLists({
  cleanup,
  say,
  only,
}: {
  cleanup: Cleanup;
  say(line: string): void;
  only: string | null;
}): Promise<ListFigures> {
  say("Starting a copy…");
  // It only serves: nothing is delivered or maintained while lists are requested.
  const copy = await startCopy(cleanup, { settings: { HOOKYARD_ROLE: "web", HOOKYARD_KEY_RATE: "0" } });
  const world = await prepare(copy, "Lists");
  const backlog = await prepare(copy, "Backlog");
  const url = copy.databaseUrl();
  say(`Filling ${count(SIZE.deliveries)} deliveries of ${SIZE.days} days and ${count(WAITING)} that wait…`);
  await fillInBulk(url, async (client) => {
    await fillTraffic(client, world, SIZE);
    await fillRecords(client, world, SIZE);
    await fillBacklog(client, { ...backlog, endpointIds: backlog.endpointIds.slice(0, 20), waiting: WAITING });
  });

  const isAsked = (one: Combination) => only === null || `${one.list}: ${one.name}`.includes(only);
  const { usual, searches } = listCombinations(world);
  const parts = [
    { target: { baseUrl: copy.url, apiKey: world.apiKey }, asked: usual.filter(isAsked) },
    { target: { baseUrl: copy.url, apiKey: backlog.apiKey }, asked: listBacklogCombinations(backlog).filter(isAsked) },
  ] as const;
  const options = { rounds: ROUNDS, say };
  const [{ target }, ofBacklog] = parts;
  await measureLists(target, usual.slice(0, 50), options);
  say("Asking…");
  const first: Timing[][] = [];
  for (const part of parts) first.push(await measureLists(part.target, part.asked, options));
  say("Searching…");
  const unlimited = { ...options, isLimited: false };
  const search = await measureLists(target, searches.filter(isAsked), unlimited);
  const ledger = await measureLists(ofBacklog.target, [toLedger(backlog)], { ...unlimited, rounds: 10 });
  const asked_again = findSlow(first.flat()).length;
  say(`Asking ${asked_again} again…`);
  const timings: Timing[] = [];
  for (const [place, part] of parts.entries()) {
    timings.push(...(await measureSlowAgain(part.target, first[place] ?? [])));
  }

  say("Looking at the plans…");
  const probe = openProbe(url, createSecretBox(await readMasterKeys({ HOOKYARD_DATA: copy.dataDir })));
  cleanup.defer(() => probe.close());
  const scans: SequentialScan[] = [];
  for (const { target: asker, asked } of parts) {
    const lists = asked.filter(({ list }) => list !== "figures");
    scans.push(...(await checkPlans(probe, asker.apiKey, lists)));
  }
  const { p50, p95 } = percentiles(timings.flatMap(({ ms }) => ms));
  return {
    deliveries: SIZE.deliveries,
    waiting: WAITING,
    days: SIZE.days,
    asked: timings.length,
    p50_ms: p50,
    p95_ms: p95,
    slowest_p95_ms: Math.max(...timings.map(p95Of)),
    slow: findSlow(timings).map((timing) => ({
      name: `${timing.combination.list}: ${timing.combination.name} (${timing.page})`,
      p95_ms: p95Of(timing),
    })),
    asked_again,
    sequential_scans: scans,
    groups: toGroupTimings(timings),
    search_ms: toGroupTimings(search),
    ledger_ms: toGroupTimings(ledger),
  };
}

/** Why the figures break the promise; null if they do not. */
export function findListComplaint({ slow, sequential_scans }: ListFigures): string | null {
  if (slow.length === 0 && sequential_scans.length === 0) return null;
  return `${slow.length} lists are slow, ${sequential_scans.length} plans read a whole table.`;
}

/** The figures for people. */
export function toListTable(found: ListFigures): string {
  const { groups, search_ms, ledger_ms, slow, sequential_scans, ...figures } = found;
  const width = Math.max(...[...groups, ...search_ms, ...ledger_ms].map(({ name }) => name.length));
  const toRow = ({ name, combinations, p50, p95, max, worst }: GroupTiming) =>
    `  ${name.padEnd(width)} ${[combinations, p50, p95, max].map((value) => String(value).padStart(8)).join("")}   ${worst}`;
  const head = `  ${"".padEnd(width)} ${["asked", "p50 ms", "p95 ms", "max ms"].map((name) => name.padStart(8)).join("")}   the slowest by its p95`;
  return [
    `${count(figures.deliveries)} deliveries of ${figures.days} days, ${count(figures.waiting)} more that wait`,
    `${count(figures.asked)} pages asked: p50 ${figures.p50_ms} ms, p95 ${figures.p95_ms} ms`,
    "",
    head,
    ...groups.map(toRow),
    "",
    "Payload search, which is bounded by time",
    ...search_ms.map(toRow),
    "",
    "The ledger, which counts every row that waits",
    ...ledger_ms.map(toRow),
    "",
    `${figures.asked_again} had one of ${LIMIT_MS} ms or more at first and were measured again: the best of 3 rounds of 20 counts.`,
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
