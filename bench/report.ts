import { type Environment, readEnvironment, toEnvironmentLines } from "@/bench/environment";
import type { Completeness } from "@/bench/ledger";
import type { FullSpeed, Steady } from "@/bench/phases";
import { BRISK_RATE, STEADY_RATE } from "@/bench/phases";
import { type Profile, toProfileLines } from "@/bench/profile";
import { count, ms, ratio, rounded, sparse, toRows } from "@/bench/table";

/** The output of `npm run bench --json`. The names up to `lost` are fixed: machines read them. */
export type Figures = {
  yardstick_rps: number;
  ingest_rps: number;
  delivered_rps: number;
  e2e_ms: { p50: number; p95: number; p99: number };
  rss_mb: number | null;
  accepted: number;
  delivered: number;
  waiting: number;
  failed: number;
  discarded: number;
  lost: number;
  ratio: number;
  duplicates: number;
  unsettled: number;
  refused: number;
  full_speed_ms: { p50: number; p95: number; p99: number };
  brisk_answer_ms: { p50: number; p95: number; p99: number };
  answer_ms: { p50: number; p95: number; p99: number };
  backlog: number[];
  postgres_mb: number | null;
  cpu_us_per_event: Record<string, number>;
  others_cpu_percent: { steady: number | null; full_speed: number | null };
  seconds: number;
  connections: number;
  outstanding: number;
  command: string;
  profile?: Profile;
} & Environment;

export type Measured = {
  yardstickRps: number;
  steady: Steady;
  brisk: Steady;
  full: FullSpeed;
  completeness: Completeness;
  memory: { serverMb: number | null; postgresMb: number | null };
  settings: { seconds: number; connections: number; outstanding: number };
  command: string;
  profile: Profile | undefined;
};

export function toFigures(measured: Measured): Figures {
  const { yardstickRps, steady, brisk, full, completeness, memory, settings, command, profile } = measured;
  const { seconds, connections, outstanding } = settings;
  const { accepted, delivered, waiting, failed, discarded, lost, duplicates, unsettled } = completeness;
  return {
    yardstick_rps: Math.round(yardstickRps),
    ingest_rps: Math.round(full.ingestRps),
    delivered_rps: Math.round(full.deliveredRps),
    e2e_ms: steady.latency,
    rss_mb: rounded(memory.serverMb),
    ...{ accepted, delivered, waiting, failed, discarded, lost },
    ratio: Math.round((full.deliveredRps / yardstickRps) * 10_000) / 10_000,
    ...{ duplicates, unsettled, refused: full.refused },
    full_speed_ms: full.latency,
    brisk_answer_ms: brisk.answerLatency,
    answer_ms: full.answerLatency,
    backlog: full.backlog,
    postgres_mb: rounded(memory.postgresMb),
    cpu_us_per_event: Object.fromEntries(
      Object.entries(full.cpu.perEventUs).map(([name, us]) => [name, Math.round(us)]),
    ),
    others_cpu_percent: { steady: rounded(steady.cpu.othersPercent), full_speed: rounded(full.cpu.othersPercent) },
    ...{ seconds, connections, outstanding },
    ...readEnvironment(),
    command,
    ...(profile && { profile }),
  };
}

/** The same for people. */
export function toTable(figures: Figures): string {
  const { e2e_ms, full_speed_ms, answer_ms, backlog, cpu_us_per_event: cpu, others_cpu_percent: others } = figures;
  const share = (rps: number) => `${ratio(rps, figures.yardstick_rps)} of the yardstick`;
  const mb = (value: number | null) => (value === null ? "not visible on this system" : `${value} MB`);
  const percent = (value: number | null) => (value === null ? "unknown" : `${value} %`);
  const rows: [string, string][] = [
    ["yardstick: bare node:http echo", `${count(figures.yardstick_rps)}/s`],
    ["ingest", `${count(figures.ingest_rps)}/s, ${share(figures.ingest_rps)}`],
    ["delivered", `${count(figures.delivered_rps)}/s, ${share(figures.delivered_rps)}`],
    [`end to end at ${STEADY_RATE}/s`, ms(e2e_ms)],
    [`answer at ${count(BRISK_RATE)}/s`, ms(figures.brisk_answer_ms)],
    ["end to end at full speed", ms(full_speed_ms)],
    ["answer at full speed", ms(answer_ms)],
    ["backlog, each second", sparse(backlog).join(" ")],
    ["memory: server, its peak", mb(figures.rss_mb)],
    ["memory: PostgreSQL, its peak", mb(figures.postgres_mb)],
    [
      "CPU per delivered event",
      Object.entries(cpu)
        .map(([name, us]) => `${name} ${us}`)
        .join(" · ")
        .concat(" µs"),
    ],
    [
      "CPU taken by others",
      `${percent(others.steady)} at ${STEADY_RATE}/s · ${percent(others.full_speed)} at full speed`,
    ],
    ["accepted", count(figures.accepted)],
    ["= delivered", `${count(figures.delivered)} (${figures.duplicates} of them twice or more)`],
    ["+ waiting + failed + discarded", `${figures.waiting} + ${figures.failed} + ${figures.discarded}`],
    ["+ lost", String(figures.lost)],
  ];
  return [
    ...toEnvironmentLines(figures),
    `$ ${figures.command}   (${figures.seconds} s, ${figures.connections} connections, at most ${figures.outstanding} outstanding)`,
    "",
    ...toRows(rows),
    ...(figures.profile ? toProfileLines(figures.profile) : []),
  ].join("\n");
}
