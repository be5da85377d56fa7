// Loaded before the program by the scenario "light": the first SIGUSR2 starts recording what blocks the event loop (the
// collector's pauses, and long turns), the next writes the records to the file that HOOKYARD_BENCH_STALLS names.
import { writeFileSync } from "node:fs";
import { PerformanceObserver, performance } from "node:perf_hooks";

const BEAT_MS = 5;
const NOTED_MS = 2;

let stalls = null;
let timer = null;
/** Converts from the clock of this process to the one that all processes of the machine share. */
const toShared = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000 - performance.now();
};
const note = (what, from, to) => {
  if (stalls && to - from >= NOTED_MS) stalls.push({ what, from: from + toShared(), to: to + toShared() });
};

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) note("collector", startTime, startTime + duration);
}).observe({ entryTypes: ["gc"] });

process.on("SIGUSR2", () => {
  if (stalls === null) {
    stalls = [];
    let expected = performance.now() + BEAT_MS;
    timer = setInterval(() => {
      const now = performance.now();
      note("loop", expected, now);
      expected = now + BEAT_MS;
    }, BEAT_MS);
    return;
  }
  clearInterval(timer);
  writeFileSync(process.env.HOOKYARD_BENCH_STALLS, JSON.stringify(stalls));
  stalls = null;
});
