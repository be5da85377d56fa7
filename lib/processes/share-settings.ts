import type { Env } from "@/lib/kernel/env";

/**
 * The settings of one of `processes` that serve side by side: a copy's bounds are shared out. Bounds per caller
 * (`HOOKYARD_KEY_RATE`, `HOOKYARD_ADDRESS_RATE`) are not: a caller with one connection meets one process only. Pure.
 */
export function shareSettings(env: Env, processes: number): Env {
  const share = (total: number) => Math.max(1, Math.floor(total / processes));
  return {
    ...env,
    // The leader has one for itself.
    HOOKYARD_DB_CONNECTIONS: share(env.HOOKYARD_DB_CONNECTIONS - 1),
    HOOKYARD_CONNECTIONS: share(env.HOOKYARD_CONNECTIONS),
    HOOKYARD_BODY_MIB: share(env.HOOKYARD_BODY_MIB),
    HOOKYARD_IN_FLIGHT: share(env.HOOKYARD_IN_FLIGHT),
    HOOKYARD_ENDPOINT_IN_FLIGHT: share(env.HOOKYARD_ENDPOINT_IN_FLIGHT),
  };
}
