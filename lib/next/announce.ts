import { inspect } from "node:util";
import { type Env, findLogFormat } from "@/lib/kernel/env";
import { createLogger, type Logger } from "@/lib/kernel/log";
import { toOriginalStack } from "@/lib/kernel/original-stack";
import { StartupError } from "@/lib/kernel/startup-error";
import { version } from "@/lib/kernel/version";

/** Where a copy tells of itself: text for people, or lines of the log. */
export type Voice = { env: Env; log: Logger };

/** What a person does next: the address, and what it is for. `isDue`: until then the copy is anyone's who has the link. */
export type NextStep = { what: string; url: string | null; isDue?: boolean };

/** Tells that the copy serves, which its log has at level `info` in either format, and what to do next: what is due, at `warn`. */
export function announceReady({ env, log }: Voice, url: string, next: NextStep): void {
  const { HOOKYARD_ROLE: role, HOOKYARD_PROCESSES: processes } = env;
  log.info({ version, address: url, role, processes }, `Hookyard is ready at ${url}`);
  const text = next.url === null ? `${next.what}.` : `${next.what}: ${next.url}`;
  if (env.LOG_FORMAT === "text") console.log(`Hookyard is ready at ${url}\n${text}`);
  else log[next.isDue ? "warn" : "info"](next.url === null ? {} : { address: next.url }, next.what);
}

export function announceMetrics({ env, log }: Voice, port: number): void {
  const address = `http://localhost:${port}/metrics`;
  if (env.LOG_FORMAT === "text") console.log(`Metrics are at ${address}`);
  else log.info({ address }, "Metrics have a port of their own");
}

/** Tells why the program ends. What a person can mend is a sentence; anything else has its stack. */
export function announceFailure(error: unknown): void {
  const isForPeople = error instanceof StartupError;
  if (findLogFormat() === "text") {
    console.error(isForPeople ? error.message : toOriginalStack(inspect(error)));
  } else {
    const log = createLogger({ LOG_LEVEL: "fatal" });
    log.fatal(isForPeople ? {} : { err: error }, isForPeople ? error.message : "Hookyard ends because of an error");
  }
}
