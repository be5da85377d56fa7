import { multiplyEndpoints } from "@/bench/many-endpoints";
import { ManyProjects, UNLIMITED } from "@/bench/many-projects";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import { memoryMb } from "@/bench/processes";
import type { Scenario } from "@/bench/scenario";
import { openThreeServers } from "@/bench/servers";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";
import { storedBooks } from "@/bench/stored-books";
import { count, ms } from "@/bench/table";

const PROJECTS = 2_000;
/** The endpoints of each project; each event goes to all of them. */
const ENDPOINTS = 20;
/** Events a second, of all projects in turns. */
const RATE = 20;
/** At which each project gets its first event. */
const FIRST_RATE = 40;
/** Events that one project gets within two seconds. */
const FLOOD = 500;
const FLOOD_SECONDS = 2;
const SETTLE_MS = 180_000;
const SAMPLE_MS = 250;

const MOST_START_S = 10;
const MOST_MEMORY_MB = 600;
/** How long the others' deliveries may wait beside the flood. */
const MOST_P99_MS = 1_000;

/**
 * Two thousand projects with twenty endpoints each, on a coordinator and two workers of Citus: how long a copy takes to
 * start, what it has in memory once each project is in use, and how the others fare while one of them is flooded.
 */
export const crowd: Scenario = async (settings, { cleanup, say, command }) => {
  const { seconds } = settings;
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, seconds));
  say("Starting a copy on three servers…");
  const servers = await openThreeServers(cleanup);
  const set = await setStage(cleanup, {
    settings: { ...servers.settings, ...UNLIMITED },
    serverFolders: servers.folders,
  });
  say(`Making ${count(PROJECTS)} projects of ${ENDPOINTS} endpoints…`);
  const target = await (await ManyProjects.open(set)).grow(PROJECTS);
  const databaseUrl = set.copy.databaseUrl();
  await multiplyEndpoints(databaseUrl, null, { count: ENDPOINTS, inLanes: true });
  const stage: Stage = { ...set, target, lanes: ENDPOINTS, books: storedBooks(databaseUrl) };

  say("Starting the copy again…");
  await stage.copy.stop();
  const began = performance.now();
  await stage.copy.restart();
  const startSeconds = Math.round((performance.now() - began) / 100) / 10;
  const memoryAtStart = memoryOf(stage);

  say("An event of each project…");
  const memory = watchMemory(stage);
  const first = await measureSteady(stage, 0, { seconds: PROJECTS / FIRST_RATE, rate: FIRST_RATE });
  await waitUntilSettled(stage, SETTLE_MS);
  say(`All projects in turns, ${RATE} events a second, for ${seconds} s…`);
  const alone = await measureSteady(stage, PROJECTS, { seconds, rate: RATE });
  say(`${FLOOD} events of one of them…`);
  const floodFrom = PROJECTS + alone.load.dueAt.length;
  const flood = await stage.load.call("run", {
    target: { url: target.url },
    firstNumber: floodFrom,
    connections: settings.connections,
    seconds: FLOOD_SECONDS,
    rate: FLOOD / FLOOD_SECONDS,
  });
  say(`All projects again beside it, for ${seconds} s…`);
  const beside = await measureSteady(stage, floodFrom + flood.dueAt.length, { seconds, rate: RATE });
  const memoryMost = memory.stop();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const { p99 } = beside.latency;
  const loads = [first.load, alone.load, flood, beside.load];
  return {
    ...toOutcome({
      scenario: "crowd",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, loads),
      figures: {
        projects: PROJECTS,
        endpoints: PROJECTS * ENDPOINTS,
        start_s: startSeconds,
        memory_at_start_mb: memoryAtStart,
        memory_mb: memoryMost,
        first_answer_ms: first.answerLatency,
        alone_ms: alone.latency,
        beside_ms: beside.latency,
        seconds,
      },
      rows: [
        ["projects, and endpoints of all", `${count(PROJECTS)}, ${count(PROJECTS * ENDPOINTS)}`],
        ["from start to ready", `${startSeconds} s`],
        ["memory, when it is ready", `${count(memoryAtStart)} MB`],
        ["  at most, with each project in use", `${count(memoryMost)} MB`],
        [`first event of a project, ${FIRST_RATE}/s, answered`, ms(first.answerLatency)],
        [`until all ${ENDPOINTS} endpoints had an event, ${RATE}/s`, ms(alone.latency)],
        [`  beside ${count(FLOOD * ENDPOINTS)} deliveries of one project`, ms(beside.latency)],
      ],
      summary: [
        {
          what: `Start with ${count(PROJECTS)} projects of ${ENDPOINTS} endpoints on three PostgreSQL servers, and memory with all in use`,
          figure: `${startSeconds} s, ${count(memoryMost)} MB`,
          ratio: "",
        },
      ],
    }),
    complaint: findComplaint({ startSeconds, memoryMost, p99 }),
  };
};

function memoryOf({ copy }: Stage): number {
  const { server, members } = copy.pids();
  return Math.round(memoryMb([server, ...members]) ?? 0);
}

/** `stop` returns the most that the copy had. */
function watchMemory(stage: Stage): { stop(): number } {
  let most = 0;
  const look = () => {
    most = Math.max(most, memoryOf(stage));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

type Seen = { startSeconds: number; memoryMost: number; p99: number };

function findComplaint({ startSeconds, memoryMost, p99 }: Seen): string | null {
  if (startSeconds >= MOST_START_S) return `A copy took ${startSeconds} s to start.`;
  if (memoryMost >= MOST_MEMORY_MB) return `It had ${memoryMost} MB in memory.`;
  if (p99 >= MOST_P99_MS) return `The others' p99 is ${p99} ms; a second is bearable.`;
  return null;
}
