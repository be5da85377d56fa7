import type { Cleanup } from "@/bench/cleanup";
import { watchMemory } from "@/bench/meter";
import { measureFullSpeed, measureSteady, measureYardstick, warmUp } from "@/bench/phases";
import { type Profile, startProfile } from "@/bench/profile";
import { type Figures, toFigures } from "@/bench/report";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { type Stage, setStage } from "@/bench/stage";

export type Settings = { seconds: number; connections: number; outstanding: number; profileFile: string | null };

type Scenario = (
  settings: Settings,
  around: { cleanup: Cleanup; say(line: string): void; command: string },
) => Promise<Figures>;

/** What can be measured, by the name on the command line. */
export const SCENARIOS: Record<string, Scenario> = { single };

const WARM_UP_SECONDS = 4;
const MAX_STEADY_SECONDS = 15;
const SETTLE_MS = 60_000;

/** Single events by HTTP, each to one endpoint. */
async function single(settings: Settings, { cleanup, say, command }: Parameters<Scenario>[1]): Promise<Figures> {
  const steadySeconds = Math.min(MAX_STEADY_SECONDS, settings.seconds);
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { isInspected: settings.profileFile !== null });
  const memory = watchMemory(stage.copy.pids);
  cleanup.defer(memory);
  say("Warming up…");
  const warm = await warmUp(stage, settings, WARM_UP_SECONDS);
  say(`Steady for ${steadySeconds} s…`);
  const steady = await measureSteady(stage, warm.dueAt.length, steadySeconds);
  say(`Full speed for ${settings.seconds} s…`);
  const stopProfile = await profileInto(settings.profileFile, stage);
  const full = await measureFullSpeed(stage, warm.dueAt.length + steady.load.dueAt.length, settings);
  const profile = await stopProfile?.();
  const peaks = memory();
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const completeness = await checkCompleteness(stage, [warm, steady.load, full.load]);
  return toFigures({ yardstickRps, steady, full, completeness, memory: peaks, settings, command, profile });
}

function profileInto(file: string | null, { copy }: Stage): Promise<() => Promise<Profile>> | null {
  return file !== null && copy.inspectorUrl !== null ? startProfile(copy.inspectorUrl, file) : null;
}
