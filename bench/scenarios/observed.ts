import { Cleanup } from "@/bench/cleanup";
import type { CollectorCalls } from "@/bench/collector.process";
import { addUp } from "@/bench/ledger";
import { toOutcome } from "@/bench/outcome";
import { measureYardstick } from "@/bench/phases";
import { startProcess } from "@/bench/process";
import type { Scenario, Settings } from "@/bench/scenario";
import { type StageOptions, setStage } from "@/bench/stage";
import { count } from "@/bench/table";
import { type Compared, compareInTurns, toCpuText } from "@/bench/turns";

const SCRAPE_MS = 5_000;

type Pair = {
  what: string;
  plain: StageOptions;
  changed: StageOptions;
  reader: "scraper" | "collector" | "browser" | null;
};

const PAIRS: Record<string, Pair> = {
  // What this machine makes of no difference at all: nothing smaller is known of the others.
  nothing: { what: "two copies alike", plain: {}, changed: {}, reader: null },
  metrics: {
    what: "metrics counted, and read every 5 s",
    plain: { preload: "bench/uncounted.mjs" },
    changed: {},
    reader: "scraper",
  },
  page: { what: "a page opened before", plain: {}, changed: {}, reader: "browser" },
  some_traces: {
    what: "one trace in a hundred kept",
    plain: {},
    changed: { settings: { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.01" } },
    reader: "collector",
  },
  all_traces: { what: "every trace kept", plain: {}, changed: {}, reader: "collector" },
};

/** What it costs to be observed: each time two copies in turns, of which one alone counts or traces. */
export const observed: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  const found: { name: string; what: string; compared: Compared }[] = [];
  for (const [name, pair] of Object.entries(PAIRS)) {
    const own = new Cleanup();
    cleanup.defer(() => own.run());
    const compared = await comparePair(pair, settings, own, (line) => say(`${pair.what}: ${line}`));
    await own.run();
    found.push({ name, what: pair.what, compared });
  }
  return toOutcome({
    scenario: "observed",
    command,
    yardstickRps,
    completeness: addUp(found.map(({ compared }) => compared.completeness)),
    figures: Object.fromEntries(found.map(({ name, compared }) => [name, toFigures(compared)])),
    rows: found.flatMap(({ what, compared }) => toRowsOf(what, compared)),
    summary: found.map(({ what, compared }) => ({
      what: `The cost of being observed: ${what}`,
      figure: `${percent(compared.cpuShare - 1)} CPU of an event, ${percent(compared.kept - 1)} throughput`,
      ratio: "",
    })),
  });
};

async function comparePair(
  { plain, changed, reader }: Pair,
  settings: Settings,
  cleanup: Cleanup,
  say: (line: string) => void,
): Promise<Compared> {
  say("Starting two copies…");
  const collector = startProcess<CollectorCalls>("collector.process.ts");
  cleanup.defer(() => collector.end());
  const traces: Record<string, string> =
    reader === "collector" ? { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.call("listen") } : {};
  const stages = {
    plain: await setStage(cleanup, plain),
    changed: await setStage(cleanup, { ...changed, settings: { ...changed.settings, ...traces } }),
  };
  const scraping = reader === "scraper" ? startScraping(`${stages.changed.copy.url}/metrics`) : null;
  cleanup.defer(async () => scraping?.stop());
  if (reader === "browser") await openPage(stages.changed.copy.url);
  const compared = await compareInTurns(stages, settings, say);
  if (reader === "collector" && (await collector.call("received")) === 0)
    throw new Error("No trace arrived at the collector.");
  scraping?.stop();
  return compared;
}

/** What renders a page is loaded with the first, and might cost more than that page. */
async function openPage(url: string): Promise<void> {
  const answer = await fetch(`${url}/sign-in`);
  if (answer.status !== 200) throw new Error(`${url}/sign-in answered with ${answer.status}.`);
}

/** Reads metrics again and again. `stop` throws what went wrong in between. */
function startScraping(url: string): { stop(): void } {
  let failure: Error | null = null;
  const timer = setInterval(async () => {
    try {
      const answer = await fetch(url);
      const text = await answer.text();
      if (!text.includes("hookyard_")) failure = new Error(`${url} answered with ${answer.status}.`);
    } catch (error) {
      failure = error as Error;
    }
  }, SCRAPE_MS);
  return {
    stop() {
      clearInterval(timer);
      if (failure !== null) throw failure;
    },
  };
}

function toFigures(compared: Compared) {
  const { last: _, ...plain } = compared.plain;
  const { last: __, ...changed } = compared.changed;
  return {
    plain,
    changed,
    ratio: Math.round(compared.kept * 1_000) / 1_000,
    cpu_ratio: Math.round(compared.cpuShare * 1_000) / 1_000,
    others_cpu_percent: compared.othersPercent,
    seconds: compared.seconds,
  };
}

function toRowsOf(what: string, compared: Compared): (readonly [string, string])[] {
  const { plain, changed, kept, othersPercent } = compared;
  return [
    [what, `${count(changed.delivered_rps)}/s of ${count(plain.delivered_rps)}/s (${percent(kept - 1)})`],
    ["  CPU of an event", `${toCpuText(changed)} (${percent(compared.cpuShare - 1)})`],
    ["  CPU without", toCpuText(plain)],
    ["  CPU taken by others", `at most ${othersPercent} %`],
  ];
}

function percent(share: number): string {
  return `${share >= 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)} %`;
}
