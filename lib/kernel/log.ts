import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from "pino";
import { copyName, type Env } from "@/lib/kernel/env";
import { toOriginalStack } from "@/lib/kernel/original-stack";
import { RepeatedLines } from "@/lib/kernel/repeated-lines";

export type { Logger } from "pino";

type LogParts = {
  /** Standard output by default. */
  destination?: DestinationStream;
  /** What each line has besides its own fields, which come first. */
  mixin?: () => object;
};

/**
 * Creates the logger: JSON lines on standard output, each with the name of this copy. An error is logged as `err`, in
 * the first argument (the linter enforces it). Level `info` tells what an operator wants to know of later: starts, stops,
 * migrations, breakers, endpoints, sources, slow commits. At level `debug` each request, each end of an attempt and each
 * change of state is a line with ids. The same failure again is not told for ten seconds. No line contains a payload or a credential, but for the one-time link that makes
 * the first account.
 */
export function createLogger(env: Pick<Env, "LOG_LEVEL">, { destination, mixin }: LogParts = {}): Logger {
  const repeats = new RepeatedLines();
  const options: LoggerOptions = {
    level: env.LOG_LEVEL,
    base: { copy: copyName },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toLoggedError },
    ...(mixin && { mixin }),
    hooks: {
      logMethod([fields, ...rest], write) {
        const told = repeats.look(fields, rest[0]);
        if (told !== null) write.apply(this, [told, ...rest] as Parameters<LogFn>);
      },
    },
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
    stack: stack && toOriginalStack(stack),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: toLoggedError(cause, depth + 1) }),
  };
}
