import { Counter, Histogram } from "prom-client";
import { metricOf } from "@/lib/kernel/metric-of";
import type { ClaimCost } from "@/lib/nouns/health/schemas";
import type { Round } from "@/lib/sending/claims";

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];

const MINUTES = 5;
/** A step of the fine scale is 19 %: from 0.05 ms to a minute. */
const STEPS = 84;
const STEPS_A_DOUBLING = 4;
const FIRST_MS = 0.05;

type Minute = { minute: number; steps: Uint32Array; claims: number; lanes: number; leases: number; slowestMs: number };

/** What the claims of this worker take: for the metrics since its start, and for the page of health over the last minutes. */
export class ClaimCosts {
  readonly #minutes: Minute[] = [];
  readonly #seconds = metricOf(
    "hookyard_claim_seconds",
    (name) => new Histogram({ name, help: "Time of a claim of due deliveries", buckets: BUCKETS_SECONDS }),
  );
  readonly #lanes = metricOf(
    "hookyard_claim_lanes_total",
    (name) => new Counter({ name, help: "Lanes that claims looked at" }),
  );
  readonly #leases = metricOf(
    "hookyard_claim_leases_total",
    (name) => new Counter({ name, help: "Deliveries that claims leased" }),
  );

  /** Makes a claim and notes what it took; one that fails took its time, too. */
  async measure(claim: () => Promise<Round>): Promise<Round> {
    const startedAt = performance.now();
    let round: Round | undefined;
    try {
      round = await claim();
      return round;
    } finally {
      const endedAt = performance.now();
      this.note({ ms: endedAt - startedAt, lanes: round?.looked ?? 0, leases: round?.claimed.length ?? 0 }, endedAt);
    }
  }

  note({ ms, lanes, leases }: { ms: number; lanes: number; leases: number }, nowMs: number): void {
    this.#seconds.observe(ms / 1_000);
    this.#lanes.inc(lanes);
    this.#leases.inc(leases);
    const minute = this.#minuteAt(nowMs);
    const step = stepOf(ms);
    minute.steps[step] = (minute.steps[step] ?? 0) + 1;
    minute.claims += 1;
    minute.lanes += lanes;
    minute.leases += leases;
    minute.slowestMs = Math.max(minute.slowestMs, ms);
  }

  /** Of the last five minutes; null where nothing was claimed. Quantiles are right to a tenth. */
  sum(nowMs: number): ClaimCost | null {
    const recent = this.#minutes.filter(({ minute }) => minute > minuteOf(nowMs) - MINUTES);
    const total = (name: "claims" | "lanes" | "leases") => recent.reduce((sum, minute) => sum + minute[name], 0);
    const claims = total("claims");
    if (claims === 0) return null;
    const slowest = Math.max(...recent.map(({ slowestMs }) => slowestMs));
    const quantile = (part: number) => round(Math.min(slowest, quantileOf(recent, claims * part)));
    return {
      claims,
      p50_ms: quantile(0.5),
      p95_ms: quantile(0.95),
      slowest_ms: round(slowest),
      lanes: total("lanes"),
      leases: total("leases"),
    };
  }

  #minuteAt(nowMs: number): Minute {
    const minute = minuteOf(nowMs);
    const newest = this.#minutes.at(-1);
    if (newest?.minute === minute) return newest;
    const begun = { minute, steps: new Uint32Array(STEPS), claims: 0, lanes: 0, leases: 0, slowestMs: 0 };
    this.#minutes.push(begun);
    if (this.#minutes.length > MINUTES) this.#minutes.shift();
    return begun;
  }
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

function stepOf(ms: number): number {
  const step = Math.round(Math.log2(Math.max(ms, FIRST_MS) / FIRST_MS) * STEPS_A_DOUBLING);
  return Math.min(step, STEPS - 1);
}

/** The middle of the step in which the claim of this rank lies. */
function quantileOf(minutes: readonly Minute[], rank: number): number {
  let counted = 0;
  for (let step = 0; step < STEPS; step += 1) {
    for (const { steps } of minutes) counted += steps[step] ?? 0;
    if (counted >= rank) return FIRST_MS * 2 ** (step / STEPS_A_DOUBLING);
  }
  return Number.POSITIVE_INFINITY;
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
