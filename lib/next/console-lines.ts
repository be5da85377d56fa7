import { format, stripVTControlCharacters } from "node:util";
import type { Logger } from "@/lib/kernel/log";

/**
 * Makes lines of the log of what libraries print, as Next.js does, so that a reader of JSON meets nothing else. What they
 * say of themselves is of level `debug`.
 */
export function logConsole(log: Logger, console: Console = globalThis.console): void {
  const say =
    (level: "debug" | "warn" | "error") =>
    (first?: unknown, ...others: unknown[]) => {
      if (first instanceof Error) return log[level]({ err: first }, "a library reports an error");
      return log[level](stripVTControlCharacters(format(first, ...others)).trim());
    };
  console.log = console.info = console.debug = say("debug");
  console.warn = say("warn");
  console.error = say("error");
}
