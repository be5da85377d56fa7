import { addUp, type Completeness } from "@/bench/ledger";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, STEADY_RATE } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { type Counted, type Counts, perEvent, tellCounts } from "@/bench/server-counts";
import { type Idle, idleRateOf, measureIdle, openSide, tellIdle, withProjects } from "@/bench/server-sides";
import { openOneServer, openThreeServers } from "@/bench/servers";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import type { Stage } from "@/bench/stage";
import { count, ratio } from "@/bench/table";
import { type Compared, compareInTurns, toCpuText, type Variant } from "@/bench/turns";

const FEW = 10;
const MANY = 2_000;
/** What an event may cost on three servers, as a part of what it costs on one. */
const MOST_COST = 1.3;
/** What it may cost with many projects, as a part of what it costs with few. */
const MOST_GROWTH = 1.15;
/**
 * Statements of several shards in a second, with events as without: health and upkeep look at the whole by the clock. What
 * is done for events, or for batches of them, comes hundreds of times a second.
 */
const MOST_LOOKS = 2;
const SETTLE_MS = 60_000;

type Found = { projects: number; compared: Compared; idle: { one: Idle; three: Idle } };

/**
 * The same load on one PostgreSQL and on a coordinator and two workers of Citus, all on this machine: with ten projects,
 * and with two thousand. They share its cores, so that three servers can be no faster: what counts is what an event costs.
 */
export const distributed: Scenario = async (settings, { cleanup, say, command }) => {
  say("Starting copies on three servers and on one…");
  const servers = await openThreeServers(cleanup);
  const three = await openSide(cleanup, servers);
  const one = await openSide(cleanup, await openOneServer(cleanup));
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  const first: Completeness[] = [];
  const found: Found[] = [];
  for (const projects of [FEW, MANY]) {
    const tell = (line: string) => say(`${count(projects)} projects: ${line}`);
    tell("Making them…");
    const pair = { plain: await withProjects(one, projects), changed: await withProjects(three, projects) };
    tell("Their first events…");
    const number = found.at(-1)?.compared.nextNumber ?? 0;
    for (const stage of Object.values(pair)) first.push(await sendFirst(stage, number, projects));
    const compared = await compareInTurns({ ...pair, firstNumber: number + projects }, settings, tell);
    tell("Both idle…");
    const [idleOne, idleThree] = await Promise.all([measureIdle(pair.plain), measureIdle(pair.changed)]);
    found.push({ projects, compared, idle: { one: idleOne, three: idleThree } });
  }
  const growth = growthOf(found);
  return {
    ...toOutcome({
      scenario: "distributed",
      command,
      yardstickRps,
      completeness: addUp([...first, ...found.map(({ compared }) => compared.completeness)]),
      figures: {
        ...Object.fromEntries(found.map((each) => [`projects_${each.projects}`, toFigures(each)])),
        growth,
        database: servers.version,
      },
      rows: [
        ["database, of which one server has no Citus", servers.version],
        ["senders at a time", count(settings.connections)],
        ...found.flatMap((each) => toRowsOf(each, yardstickRps)),
        [`cost of an event, ${count(MANY)} projects to ${FEW}`, `${share(growth.three)} on three servers`],
        ["  on one", share(growth.one)],
      ],
      summary: found.map(({ projects, compared }) => ({
        what: `On three PostgreSQL servers (Citus) with ${count(projects)} projects, CPU of an event ${share(compared.cpuShare)} of that on one`,
        figure: `${count(compared.changed.delivered_rps)}/s`,
        ratio: ratio(compared.changed.delivered_rps, yardstickRps),
      })),
    }),
    complaint: findComplaint(found, growth.three),
  };
};

/** One event of each project, so that its configuration is in memory: the first one of many would cost more than all others. */
async function sendFirst(stage: Stage, firstNumber: number, projects: number): Promise<Completeness> {
  const { load } = await measureSteady(stage, firstNumber, { seconds: projects / STEADY_RATE });
  await waitUntilSettled(stage, SETTLE_MS);
  return checkCompleteness(stage, [load]);
}

type Growth = { one: number; three: number };

/** What an event costs with many projects, as a part of what it costs with few. */
function growthOf(found: readonly Found[]): Growth {
  const [few, many] = found.map(({ compared }) => compared);
  if (!few || !many) throw new Error("Two numbers of projects are compared.");
  const of = (side: "plain" | "changed") => Math.round((many[side].cpu_us / few[side].cpu_us) * 1_000) / 1_000;
  return { one: of("plain"), three: of("changed") };
}

function toFigures({ compared, idle }: Found) {
  const { plain, changed, kept, cpuShare, othersPercent, seconds } = compared;
  const toSide = ({ last: _, counted: __, ...figures }: Variant, counted: Counted) => ({
    ...figures,
    events: counted.events,
    counts: counted.counts,
    per_event: perEvent(counted),
  });
  return {
    one_server: toSide(plain, countedBy(plain)),
    three_servers: toSide(changed, countedBy(changed)),
    idle_cpu_percent: { one_server: idle.one.cpuPercent, three_servers: idle.three.cpuPercent },
    idle_statements_per_second: { one_server: idleRateOf(idle.one), three_servers: idleRateOf(idle.three) },
    statements_of_several_shards_per_second: {
      loaded: looksOf(countedBy(changed).counts),
      idle: looksOf(idle.three.counts),
    },
    ratio: Math.round(kept * 1_000) / 1_000,
    cpu_ratio: Math.round(cpuShare * 1_000) / 1_000,
    others_cpu_percent: othersPercent,
    seconds,
  };
}

function toRowsOf({ projects, compared, idle }: Found, yardstickRps: number): (readonly [string, string])[] {
  const { plain, changed, kept, cpuShare, othersPercent } = compared;
  const tellRate = (rps: number) => `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  return [
    [`${count(projects)} projects, one server`, tellRate(plain.delivered_rps)],
    ["  three servers", `${tellRate(changed.delivered_rps)}, ${share(kept)} of one`],
    ["  CPU of an event, one server", toCpuText(plain)],
    ["  CPU of an event, three servers", toCpuText(changed)],
    ["  copy and database, three to one", share(cpuShare)],
    ["  for an event, one server", tellCounts(countedBy(plain))],
    ["  for an event, three servers", tellCounts(countedBy(changed))],
    [
      "  statements of several shards, three servers",
      `${looksOf(countedBy(changed).counts)}/s, ${looksOf(idle.three.counts)}/s when idle`,
    ],
    ["  when idle, one server", tellIdle(idle.one)],
    ["  when idle, three servers", tellIdle(idle.three)],
    ["  CPU taken by others", `at most ${othersPercent} %`],
  ];
}

/** Statements of several shards in a second. */
function looksOf({ ofSeveralShards, seconds }: Counts): number {
  return Math.round((ofSeveralShards / seconds) * 100) / 100;
}

function countedBy({ counted }: Variant): Counted {
  if (!counted) throw new Error("The servers of a copy were not counted.");
  return counted;
}

const share = (value: number) => `${(value * 100).toFixed(1)} %`;

function findComplaint(found: readonly Found[], growth: number): string | null {
  const complaints = found.flatMap(({ projects, compared: { cpuShare, changed } }) => {
    const looks = looksOf(countedBy(changed).counts);
    const at = `With ${count(projects)} projects`;
    return [
      ...(cpuShare <= MOST_COST ? [] : [`${at} an event costs ${share(cpuShare)} of what it costs on one server.`]),
      ...(looks <= MOST_LOOKS ? [] : [`${at} ${looks} statements a second were of several shards.`]),
    ];
  });
  if (growth > MOST_GROWTH) {
    complaints.push(`With ${count(MANY)} projects an event costs ${share(growth)} of what it costs with ${FEW}.`);
  }
  return complaints.length === 0 ? null : complaints.join(" ");
}
