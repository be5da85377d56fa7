import type { Connection } from "@/lib/checkup/facts/facts";
import { openConnection } from "@/lib/db/connection";
import { readConnection } from "@/lib/db/embedded/embedded-connection";
import { isTransactionPooler } from "@/lib/db/refuse-pooler";
import { whatFailed } from "@/lib/db/what-failed";
import type { Env } from "@/lib/kernel/env";

/** No server is there: a copy that ran has stopped. */
const NOBODY = ["ENOENT", "ECONNREFUSED"];

/** The server's answer to a setting that it does not take when a connection begins. */
const PROTOCOL_VIOLATION = "08P01";

/** Where the database is; `servedAt` is where the copy that runs it has its pages. */
export type Place = { url: string; isOurs: boolean; servedAt?: string | undefined };

/** Finds the database without connecting to it. Null where no copy has ever run the program's own one. */
export async function locateDatabase(env: Env): Promise<Place | null> {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, isOurs: false };
  const noted = await readConnection(env.HOOKYARD_DATA);
  return noted?.url ? { url: noted.url, isOurs: true, servedAt: noted.servedAt } : null;
}

/** Connects once, as the program does, and tells what is in the way. Starts and changes nothing. */
export async function tryConnection(place: Place | null, env: Env, patienceMs: number): Promise<Connection> {
  const folder = env.HOOKYARD_DATA;
  if (place === null) return { kind: "not_running", folder };
  const limits = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs };
  try {
    if (!/^postgres(ql)?:\/\//.test(place.url)) throw new Error("it does not begin with postgres://");
    const client = await openConnection(place.url, limits);
    await client.query("select");
    await client.end();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (place.isOurs && NOBODY.includes(code)) return { kind: "not_running", folder };
    return { kind: "unreachable", why: whatFailed(error) };
  }
  if (place.isOurs) return { kind: "open", isPooled: false, optionsRefusal: null };
  return {
    kind: "open",
    isPooled: await isTransactionPooler(place.url),
    optionsRefusal: await findOptionsRefusal(place.url, limits),
  };
}

/** The program's connections begin with settings of their own; PgBouncer refuses these unless it is told to ignore them. */
async function findOptionsRefusal(
  url: string,
  limits: { connectionTimeoutMillis: number; query_timeout: number },
): Promise<string | null> {
  try {
    await (await openConnection(url, { ...limits, options: "-c timezone=UTC" })).end();
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) throw error;
    return whatFailed(error);
  }
}
