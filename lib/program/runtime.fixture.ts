import { pino } from "pino";
import type { Database } from "@/lib/db/client";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { systemClock } from "@/lib/kernel/clock";
import { readEnv } from "@/lib/kernel/env";
import { createSecretBox } from "@/lib/kernel/secret-box";
import type { Runtime } from "@/lib/program/runtime";

export const testBox = createSecretBox([Buffer.alloc(32, 7)]);

/** The runtime of engines in tests: a database of the test, this machine's addresses allowed, and no logs. */
export function createTestRuntime(
  database: { url: string; db: Database },
  role: "all" | "web" | "worker",
  settings: Record<string, string> = {},
): Runtime {
  const env = readEnv({ HOOKYARD_ROLE: role, NODE_ENV: "test", ...settings });
  return {
    env,
    db: database.db,
    databaseUrl: database.url,
    clock: systemClock,
    log: pino({ level: "fatal" }),
    box: testBox,
    guard: createAddressGuard("127.0.0.0/8", env.HOOKYARD_EGRESS_PROXY ?? null),
    ownReceivers: null,
    sessionSecret: "",
    publicUrl: "http://localhost",
    close: async () => {},
  };
}
