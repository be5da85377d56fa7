import { type DestinationStream, type Logger, pino } from "pino";
import { copyName, type Env } from "@/lib/kernel/env";

export type { Logger } from "pino";

/**
 * Creates the logger: JSON lines on standard output, each with the name of this copy. An error is logged as `err`, in
 * the first argument (the linter enforces it). At level `debug` each request, each end of an attempt and each change of
 * state is a line with ids; no line contains a payload or a credential.
 */
export function createLogger(env: Pick<Env, "LOG_LEVEL">, destination?: DestinationStream): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: { copy: copyName },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toLoggedError },
  };
  return destination ? pino(options, destination) : pino(options);
}

const MOST_CAUSES = 5;

/** Keeps the harmless fields of an error: a database's error has whole rows in its other fields. */
function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    ...(code !== undefined && { code: String(code) }),
    stack,
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: toLoggedError(cause, depth + 1) }),
  };
}
