import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Standing } from "@/lib/api/services";
import type { Env } from "@/lib/kernel/env";
import { endsWithin } from "@/lib/kernel/patience";
import { StartupError } from "@/lib/kernel/startup-error";
import type { Booted } from "@/lib/next/boot";
import { closeDoor } from "@/lib/next/front-door";

const ANSWERS_MS = 5_000;
const ANSWERS_OF_DEVELOPMENT_MS = 200;
/** The part of the stop time that is reserved for giving leases back, writing results and closing the database. */
const KEPT_SHARE = 0.25;
const KEPT_MS = 5_000;

export type RunningCopy = {
  standing: Standing;
  doors: readonly Server[];
  booted(): Booted | undefined;
  booting: Promise<Booted>;
};

type Settings = Pick<Env, "HOOKYARD_DRAIN_SECONDS" | "HOOKYARD_STOP_SECONDS" | "NODE_ENV">;

/**
 * Stops a running copy. First it serves on while `/readyz` reports that it stops, so that load balancers have time to
 * notice. Then the server closes, answers in progress end, long polls are answered, and no more deliveries start.
 * Deliveries in flight have most of the stop time; those that take longer are abandoned and their leases given back, so
 * that another copy attempts them at once. Rejects if the time is over before everything has ended.
 */
export async function stopCopy(env: Settings, copy: RunningCopy): Promise<void> {
  copy.standing.isStopping = true;
  if (copy.booted()) await pause(env.HOOKYARD_DRAIN_SECONDS * 1_000);
  const stopMs = env.HOOKYARD_STOP_SECONDS * 1_000;
  if (await endsWithin(end(copy, { stopMs, isDevelopment: env.NODE_ENV === "development" }), stopMs)) return;
  throw new StartupError(
    `Not everything ended within ${env.HOOKYARD_STOP_SECONDS} s (HOOKYARD_STOP_SECONDS); other copies take it over.`,
  );
}

async function end(
  { doors, booted, booting }: RunningCopy,
  { stopMs, isDevelopment }: { stopMs: number; isDevelopment: boolean },
): Promise<void> {
  const until = performance.now() + stopMs - Math.min(KEPT_MS, stopMs * KEPT_SHARE);
  const answersMs = isDevelopment ? ANSWERS_OF_DEVELOPMENT_MS : Math.min(ANSWERS_MS, stopMs * KEPT_SHARE);
  const closing = doors.map((door) => closeDoor(door, answersMs));
  await Promise.all([booted()?.windDown(), ...closing]);
  const program = booted() ?? (await booting.catch(() => undefined));
  await program?.stop(Math.max(0, until - performance.now()));
}
