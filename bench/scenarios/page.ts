import { measureKeys } from "@/bench/keys";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { openBrowser } from "@/bench/watcher";
import { measureShifts } from "@/e2e/support/measure-shifts";
import { weighScripts } from "@/e2e/support/weigh-scripts";

const ROWS = 100;
const SECONDS = 5;
const RATE = 40;
const SETTLE_MS = 60_000;
const MOST_KEY_MS = 30;
const MOST_SHIFT = 0.02;

/** What the list of deliveries with a hundred rows costs its browser: a key, the JavaScript, and what moves by itself. */
export const page: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, SECONDS);
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  say(`${RATE * SECONDS} events…`);
  const { load } = await measureSteady(stage, 0, { seconds: SECONDS, rate: RATE });
  await waitUntilSettled(stage, SETTLE_MS);
  const address = `/projects/${stage.project.projectID}/deliveries?perPage=${ROWS}`;
  const newContext = await openBrowser(cleanup, stage.copy.url);

  say("What it loads…");
  const files = await weighScripts(await (await newContext()).newPage(), address);
  const scriptsKB = Math.round(files.reduce((sum, { kB }) => sum + kB, 0) * 10) / 10;
  say("What moves…");
  const [moved] = await measureShifts(await newContext(), [address], 1);
  const shift = Math.round((moved?.shift ?? Number.NaN) * 10_000) / 10_000;
  say("Keys…");
  const opened = await (await newContext()).newPage();
  await opened.goto(address);
  await opened.locator("[data-live=live]").waitFor();
  await opened.locator(`tbody tr:nth-child(${ROWS})`).waitFor();
  const keys = await measureKeys(opened);

  const dearest = Math.max(...keys.map(({ cpuMs }) => cpuMs));
  const complaints = [
    ...keys
      .filter(({ cpuMs }) => !(cpuMs <= MOST_KEY_MS))
      .map(({ what, cpuMs }) => `${what} takes ${cpuMs} ms of CPU.`),
    ...(shift <= MOST_SHIFT ? [] : [`The page moves by ${shift}.`]),
  ];
  return {
    ...toOutcome({
      scenario: "page",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [load]),
      figures: { rows: ROWS, keys, scripts_kb: scriptsKB, layout_shift: shift },
      rows: [
        ...keys.map(({ what, cpuMs, keys: count }) => [what, `${cpuMs} ms of CPU, the average of ${count}`] as const),
        ["JavaScript before anybody touches the page", `${scriptsKB} kB as gzip`],
        ["cumulative layout shift, scripts and fonts late", String(shift)],
      ],
      summary: [
        { what: `A key in a list of ${ROWS} rows, the dearest kind`, figure: `${dearest} ms of CPU`, ratio: "" },
      ],
    }),
    complaint: complaints.length === 0 ? null : complaints.join(" "),
  };
};
