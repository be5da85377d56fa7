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
/** Of the time to stop, what is kept for giving leases back, writing results and ending the database. */
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
 * Ends a running copy. First it serves on while `/readyz` says that it stops, so that balancers have the time to see that.
 * Then the door closes, answers under way end, long polls are answered, and no delivery begins any more. Deliveries under way
 * have most of the time to stop; those that take longer are broken off and their leases given back, so that another copy
 * attempts them at once. Rejects when the time is over before everything has ended.
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
