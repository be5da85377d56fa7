import { toFailure } from "@/lib/egress/failure";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * What a followed server, or the way to it, has against us, as a sentence that names it. It carries no code, so that it
 * is not taken for a failure of our own database. `cause` is what was thrown.
 */
export function toServerError(error: unknown, { host, port }: Pick<DbChangeStream, "host" | "port">): Error {
  const { code, message } = error as Error & { code?: string };
  const server = `${host}:${port}`;
  if (code !== undefined && SQL_STATE.test(code)) return new Error(`${server} says: ${message}.`, { cause: error });
  if (code !== undefined) return new Error(toFailure(error, server).message, { cause: error });
  return new Error(`The connection to ${server} failed: ${message}.`, { cause: error });
}
