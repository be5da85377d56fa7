import { Socket, type TcpNetConnectOpts } from "node:net";
import pg from "pg";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { guardedLookup, refuseAddress } from "@/lib/egress/reach";
import { toServerError } from "@/lib/feeds/change-stream/server-error";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 60_000;

/** Values are written in one way, whatever the role or the database is set to. */
const OPTIONS = [
  "DateStyle=ISO",
  "IntervalStyle=iso_8601",
  "TimeZone=UTC",
  "bytea_output=hex",
  "extra_float_digits=1",
  "search_path=pg_catalog",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

/** Connects by the rules for deliveries; `replication` speaks the replication protocol beside SQL. */
export async function connect(
  settings: DbChangeStream,
  guard: AddressGuard,
  { replication = false } = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    ...toClientConfig(settings, guard),
    ...(replication ? { replication: "database" } : { query_timeout: QUERY_TIMEOUT_MS }),
  });
  // Whoever uses the connection hears of its end; without a listener it would be an error of the process.
  client.on("error", () => {});
  await client.connect().catch((error) => {
    throw toServerError(error, settings);
  });
  return tellsOfItself(client, settings);
}

/** What every connection to a followed server is made with. Throws where the guard refuses its address. */
export function toClientConfig(settings: DbChangeStream, guard: AddressGuard): pg.ClientConfig {
  const { port, database, user, password, ssl } = settings;
  const host = settings.host.replace(/^\[|\]$/g, "");
  refuseAddress(host, guard);
  return {
    host,
    port,
    database,
    user,
    // As a function, an empty one is not looked for in our own environment or in files.
    password: () => password,
    application_name: "hookyard",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream: () => new GuardedSocket(guard),
    options: OPTIONS,
    ssl: ssl === "disable" ? false : { rejectUnauthorized: ssl === "verify-full", host },
  };
}

/** Whatever a statement fails with names the server. */
function tellsOfItself(client: pg.Client, settings: DbChangeStream): pg.Client {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const told = (...given: unknown[]) =>
    query(...given).catch((error) => {
      throw toServerError(error, settings);
    });
  return Object.assign(client, { query: told });
}

/** The driver tells its socket only port and host. */
class GuardedSocket extends Socket {
  constructor(private readonly guard: AddressGuard) {
    super();
  }

  override connect(...given: unknown[]): this {
    const [port, host] = given as [number, string];
    const options: TcpNetConnectOpts = { port, host, lookup: guardedLookup(this.guard) };
    return super.connect(options);
  }
}
