import { count, observe } from "@/lib/metrics/meter";
import type { ClaimCost } from "@/lib/nouns/health/schemas";
import type { Round } from "@/lib/sending/claims";

const MINUTES = 5;
/** A step of the fine scale is 19 %: from 0.05 ms to a minute. */
const STEPS = 84;
const STEPS_A_DOUBLING = 4;
const FIRST_MS = 0.05;

type Minute = { minute: number; steps: Uint32Array; claims: number; lanes: number; leases: number; slowestMs: number };

/** What the claims of this worker take: for the metrics since its start, and for the page of health over the last minutes. */
export class ClaimCosts {
  readonly #minutes: Minute[] = [];

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
    observe("hookyard_claim_seconds", null, ms / 1_000);
    count("hookyard_claim_lanes_total", null, lanes);
    count("hookyard_claim_leases_total", null, leases);
    const minute = this.#minuteAt(nowMs);
    const step = stepOf(ms);
    minute.steps[step] = (minute.steps[step] ?? 0) + 1;
    minute.claims += 1;
    minute.lanes += lanes;
    minute.leases += leases;
    minute.slowestMs = Math.max(minute.slowestMs, ms);
  }

  /** The cost of claims in the last five minutes; null where nothing was claimed. Quantiles are right to a tenth. */
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
