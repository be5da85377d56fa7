import pg from "pg";
import { StartupError } from "@/lib/kernel/startup-error";

/** Whether a server takes writes, by `target_session_attrs`, asked as libpq does. */
const FITS = {
  "read-write": "select current_setting('transaction_read_only') = 'off' as fits",
  primary: "select not pg_is_in_recovery() as fits",
} as const;
type Attributes = keyof typeof FITS;

const PARAMETER = "target_session_attrs";
/** Shorter than callers wait for a connection. */
const ANSWER_MS = 4_000;
/** How long the answer to which server takes writes is trusted. */
const TRUSTED_MS = 2_000;

type Host = { readonly name: string; readonly url: string };
type Address = { readonly host: string; readonly port: number };

/**
 * The servers of a URL such as `postgres://user@one:5432,two:5432/name`, of which one takes writes at any time: every
 * connection is led there.
 */
class Hosts {
  #found: { address: Address; atMs: number } | null = null;
  #search: Promise<Address> | null = null;

  constructor(
    readonly hosts: readonly [Host, ...Host[]],
    private readonly attributes: Attributes,
  ) {}

  /** Rejects if none of them takes writes, with what is wrong with each. */
  async locate(): Promise<Address> {
    if (this.#found && performance.now() - this.#found.atMs < TRUSTED_MS) return this.#found.address;
    this.#search ??= this.#ask().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Forgets the server that was found, which may have changed. */
  doubt(): void {
    this.#found = null;
  }

  async #ask(): Promise<Address> {
    const reasons: string[] = [];
    const asked = this.hosts.map(async (host) => {
      try {
        return await this.#askOne(host);
      } catch (error) {
        reasons.push(`${host.name}: ${error instanceof Error && error.message ? error.message : String(error)}`);
        throw error;
      }
    });
    const address = await Promise.any(asked).catch(() => {
      throw new Error(`no server of several takes writes (${reasons.join("; ")})`);
    });
    this.#found = { address, atMs: performance.now() };
    return address;
  }

  async #askOne({ url }: Host): Promise<Address> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ fits: boolean }>(FITS[this.attributes]);
      if (!rows[0]?.fits) throw new Error("it takes no writes at the moment");
      return { host: client.host, port: client.port };
    } finally {
      void client.end().catch(() => {});
    }
  }
}

const known = new Map<string, Hosts | null>();

/**
 * Null if the URL names one server without conditions. Throws a StartupError if it asks for a server that takes no
 * writes.
 */
function hostsOf(url: string): Hosts | null {
  const before = known.get(url);
  if (before !== undefined) return before;
  const hosts = readHosts(url);
  known.set(url, hosts);
  return hosts;
}

/** Whose it is, its servers, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** The same URL, of another server. */
export function atServer(url: string, { host, port }: Address): string {
  const [, start = "", , end = ""] = PARTS.exec(url) ?? [];
  const [name = "", query] = end.split("?");
  const options = new URLSearchParams(query);
  for (const one of ["host", "port"]) options.delete(one);
  const asked = options.size > 0 ? `?${options}` : "";
  return `${start}${host.includes(":") ? `[${host}]` : host}:${port}${name}${asked}`;
}

function readHosts(url: string): Hosts | null {
  const [, start, names = "", end = ""] = PARTS.exec(url) ?? [];
  if (start === undefined) return null;
  const attributes = new URLSearchParams(end.split("?")[1]).get(PARAMETER);
  if (!names.includes(",") && attributes === null) return null;
  const [first, ...others] = names.split(",").map((name) => ({ name, url: `${start}${name}${end}` }));
  return first ? new Hosts([first, ...others], toAttributes(attributes)) : null;
}

function toAttributes(asked: string | null): Attributes {
  if (asked === null) return "read-write";
  if (Object.hasOwn(FITS, asked)) return asked as Attributes;
  throw new StartupError(
    `DATABASE_URL asks for ${PARAMETER}=${asked}, but Hookyard writes: say ${Object.keys(FITS).join(" or ")}.`,
  );
}

/** The client class for connections to this URL. */
export function clientOf(url: string): typeof pg.Client {
  const hosts = hostsOf(url);
  return hosts === null ? pg.Client : leadBy(hosts);
}

type OnConnected = (error: Error | null, client: pg.Client) => void;

function leadBy(hosts: Hosts): typeof pg.Client {
  class LedClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: hosts.hosts[0].url });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | OnConnected): void;
    override connect(callback?: ((error: Error) => void) | OnConnected): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (!callback) return connecting;
      connecting.then(
        () => (callback as OnConnected)(null, this),
        (error: Error) => callback(error, this),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      Object.assign(this, await hosts.locate());
      try {
        return await super.connect();
      } catch (error) {
        hosts.doubt();
        throw error;
      }
    }
  }
  return LedClient as typeof pg.Client;
}
