import { isDiskFull } from "@/lib/kernel/disk-full";
import { HookyardError } from "@/lib/kernel/errors";

/** Codes of the operating system for an unreachable server. */
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Codes of PostgreSQL (appendix A of its manual): it starts, stops, is full or takes too long. And one of our own: what
 * was asked for has just moved to another server (`SHARD_IS_ELSEWHERE`).
 */
const SERVER_STATES = /^(?:08...|53...|57P0.|57014|40001|40P01|55P03|25006|HY001)$/;

/** pg throws these without a code. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

/**
 * The error to report for anything thrown: our own as it is, an unreachable or overloaded database as `unavailable`,
 * and everything else as `internal`, which reveals nothing.
 */
export function toHookyardError(error: unknown): HookyardError {
  if (error instanceof HookyardError) return error;
  if (isStoreAway(error)) {
    return new HookyardError("unavailable", "The database does not answer at the moment. Try again shortly.", {
      retryAfter: 2,
    });
  }
  return new HookyardError("internal", "Something went wrong on our side. The request id leads to it in the log.");
}

function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isStoreAway)) return true;
  const { code } = error as { code?: unknown };
  if (isDiskFull(error)) return true;
  if (typeof code === "string") return CONNECTION_CODES.has(code) || SERVER_STATES.test(code);
  return CONNECTION_MESSAGES.test(error.message);
}
