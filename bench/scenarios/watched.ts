import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, type Steady } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { ms } from "@/bench/table";
import { look, openWatcher, type Sight } from "@/bench/watcher";

const SELDOM_RATE = 1;
const RATE = 500;
const SETTLE_MS = 60_000;
const MOST_SHOWN_MS = 1_000;
const MOST_KEY_MS = 200;

/** A browser watches the list of deliveries while few events come, while many do, and while somebody reads the list. */
export const watched: Scenario = async (settings, { cleanup, say, command }) => {
  const { seconds } = settings;
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  const runs: Steady[] = [];
  const run = async (rate: number) => {
    const from = runs.reduce((sum, { load }) => sum + load.dueAt.length, 0);
    runs.push(await measureSteady(stage, from, { seconds, rate }));
  };
  say(`Unwatched at ${RATE}/s for ${seconds} s…`);
  await run(RATE);
  const watcher = await openWatcher(cleanup, stage);
  say(`Watched at ${SELDOM_RATE}/s for ${seconds} s…`);
  const seldom = await look(watcher, run(SELDOM_RATE));
  say(`Watched at ${RATE}/s for ${seconds} s…`);
  const idle = await look(watcher, run(RATE));
  say(`Read at ${RATE}/s for ${seconds} s…`);
  const reading = await look(watcher, run(RATE), { pressing: true });
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const [unwatched, , beside] = runs as [Steady, Steady, Steady, Steady];
  const complaints = [
    ...(seldom.shownMs.p95 <= MOST_SHOWN_MS ? [] : [`A delivery shows after ${seldom.shownMs.p95} ms.`]),
    ...(reading.keyMs.p95 <= MOST_KEY_MS ? [] : [`A key is answered after ${reading.keyMs.p95} ms.`]),
  ];
  return {
    ...toOutcome({
      scenario: "watched",
      command,
      yardstickRps,
      completeness: await checkCompleteness(
        stage,
        runs.map(({ load }) => load),
      ),
      figures: {
        seldom,
        idle,
        reading,
        unwatched_ms: unwatched.latency,
        watched_ms: beside.latency,
        unwatched_cpu_us: unwatched.cpu.perEventUs,
        watched_cpu_us: beside.cpu.perEventUs,
      },
      rows: [
        [`until a delivery shows, at ${SELDOM_RATE}/s`, ms(seldom.shownMs)],
        [`  at ${RATE}/s`, ms(idle.shownMs)],
        [`  the page meanwhile`, toWords(idle)],
        [`a key in the list at ${RATE}/s`, ms(reading.keyMs)],
        [`  the page meanwhile`, toWords(reading)],
        [`end to end at ${RATE}/s, unwatched`, ms(unwatched.latency)],
        ["  watched", ms(beside.latency)],
      ],
      summary: [{ what: "Until an open page shows a delivery (p95)", figure: `${seldom.shownMs.p95} ms`, ratio: "" }],
    }),
    complaint: complaints.length === 0 ? null : complaints.join(" "),
  };
};

function toWords({ busyPercent, longestTaskMs, heapMb, updates }: Sight): string {
  return `${busyPercent} % of a core · longest task ${longestTaskMs} ms · ${heapMb} MB · ${updates} updates`;
}
