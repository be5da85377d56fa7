import { type Logger, pino } from "pino";
import { copyName, type Env } from "@/lib/env";

export type { Logger } from "pino";

/** JSON lines on standard output, each with the name of this copy. */
export function createLogger(env: Pick<Env, "LOG_LEVEL">): Logger {
  return pino({ level: env.LOG_LEVEL, base: { copy: copyName }, timestamp: pino.stdTimeFunctions.isoTime });
}
