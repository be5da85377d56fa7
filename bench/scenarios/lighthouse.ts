import { CATEGORIES, type Category, type Lighthouse, openLighthouse, type Scores } from "@/bench/lighthouse";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import { fillStage } from "@/bench/rows/fill-stage";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { setStage } from "@/bench/stage";
import { count } from "@/bench/table";
import { median } from "@/bench/turns";
import { openBrowser } from "@/bench/watcher";

/** What a project is asked to hold where nothing else is given: the usual of `--rows` is for another scenario. */
const MOST_ROWS = 1_000_000;
const SECONDS = 5;
const RATE = 40;
const SETTLE_MS = 60_000;
/** Each page is looked at this often, after once to warm up. */
const TURNS = 3;
const LEAST = 0.95;
const SIGN_IN = "sign-in";

type Seen = { page: string; scores: Record<Category, number>; notes: string[] };

/** What Lighthouse says of the pages of a project with a million deliveries. */
export const lighthouse: Scenario = async (settings, { cleanup, say, command }) => {
  const rows = Math.min(settings.rows, MOST_ROWS);
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, SECONDS);
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  say(`Filling it with ${count(rows)} deliveries…`);
  const { gigabytes, since } = await fillStage(stage, rows, say);
  stage.project.since = since;
  const { load } = await measureSteady(stage, 0, { seconds: SECONDS, rate: RATE });
  await waitUntilSettled(stage, SETTLE_MS);
  const opened = await openLighthouse(cleanup);
  const seen: Seen[] = [];
  const see = async (page: string, path: string) => {
    say(`${page}…`);
    seen.push({ page, ...(await lookOften(opened, stage.copy.url + path)) });
  };
  await see(SIGN_IN, "/sign-in");
  const signedIn = await (await openBrowser(cleanup, stage.copy.url))();
  await opened.keep(await signedIn.cookies());
  const home = `/projects/${stage.project.projectID}`;
  await see("overview", home);
  for (const page of ["deliveries", "events", "endpoints"]) await see(page, `${home}/${page}`);
  const poor = seen.flatMap(({ page, scores }) =>
    CATEGORIES.filter((category) => isPoor(page, category, scores)).map((category) => `${page}: ${category}`),
  );
  return {
    ...toOutcome({
      scenario: "lighthouse",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [load]),
      figures: { rows, gigabytes, pages: seen },
      rows: seen.map(({ page, scores, notes }) => [page, [toText(scores), ...notes].join(" · ")] as const),
      summary: [],
    }),
    complaint: poor.length === 0 ? null : `Below ${LEAST}: ${poor.join(", ")}.`,
  };
};

/** The middle of what several looks find: one of them may meet other work of the machine. */
async function lookOften({ look }: Lighthouse, address: string): Promise<Omit<Seen, "page">> {
  await look(address);
  const found: Scores[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) found.push(await look(address));
  const middles = CATEGORIES.map(
    (category) => [category, median(found.map(({ scores }) => scores[category]))] as const,
  );
  const scores = Object.fromEntries(middles) as Record<Category, number>;
  return { scores, notes: [...new Set(found.flatMap(({ notes }) => notes))] };
}

/** No installation is to be found by a search: the page where a crawler ends tells it so, which Lighthouse counts against it. */
function isPoor(page: string, category: Category, scores: Record<Category, number>): boolean {
  if (page === SIGN_IN && category === "seo") return false;
  return !(scores[category] >= LEAST);
}

function toText(scores: Record<Category, number>): string {
  return CATEGORIES.map((category) => `${category} ${scores[category]}`).join(", ");
}
