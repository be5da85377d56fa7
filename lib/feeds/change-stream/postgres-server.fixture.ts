import { execFile } from "node:child_process";
import { chown, copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { locateBinaries } from "@/lib/db/embedded/embedded-binaries";
import { type Cluster, ensureCluster, folderArgument, POSTGRES_ENV } from "@/lib/db/embedded/embedded-cluster";
import { freePorts, start } from "@/lib/feeds/brokers/conformance/server.fixture";

const run = promisify(execFile);
const PASSWORD = "pässwörd '\\ :@/";

/** A PostgreSQL of a test's own that listens on loopback, can be stopped and started, and set otherwise. */
export class PostgresServer {
  #process: ReturnType<typeof start> | null = null;
  readonly #clients = new Set<pg.Client>();

  private constructor(
    private readonly cluster: Cluster,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async open(): Promise<PostgresServer> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-shop-"));
    const data = path.join(folder, "postgres");
    const account = databaseAccount(data);
    const cluster = { folder: data, account, durable: false, binaries: await locateBinaries(account, folder) };
    await ensureCluster(cluster, PASSWORD);
    const server = new PostgresServer(cluster, folder, (await freePorts(1))[0] as number);
    await server.start();
    return server;
  }

  get login() {
    return { host: "127.0.0.1", port: this.port, database: "postgres", user: "hookyard", password: PASSWORD };
  }

  async start(settings: Record<string, string | number> = {}): Promise<void> {
    const all = {
      listen_addresses: "127.0.0.1",
      port: this.port,
      unix_socket_directories: "",
      fsync: "off",
      wal_level: "logical",
      max_replication_slots: 4,
      shared_buffers: "32MB",
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const { folder, account, binaries } = this.cluster;
    this.#process = start(binaries.postgres, ["-D", folderArgument(this.cluster), ...options], {
      ...account,
      cwd: folder,
      env: POSTGRES_ENV,
    });
    while (!(await this.#isReady())) {
      if (this.#process.hasExited()) throw new Error(this.#process.output());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #isReady(): Promise<boolean> {
    return this.ask("select 1").then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    await this.#process?.stop("SIGINT");
    this.#process = null;
  }

  async restart(settings: Record<string, string | number> = {}): Promise<void> {
    await this.stop();
    await this.start(settings);
  }

  /** Starts it again with TLS, by a certificate that nobody vouches for. */
  async restartWithTls(): Promise<void> {
    const { folder, account } = this.cluster;
    const [key, cert] = ["server.key", "server.crt"].map((name) => path.join(this.folder, name)) as [string, string];
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=shop.test"];
    await run("openssl", [...request, "-keyout", key, "-out", cert]);
    for (const file of [key, cert]) {
      const inside = path.join(folder, path.basename(file));
      await copyFile(file, inside);
      if (account) await chown(inside, account.uid, account.gid);
    }
    await this.restart({ ssl: "on" });
  }

  /** Asks on a connection of its own. */
  async ask(text: string): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(text);
    } finally {
      await this.#end(client);
    }
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.login, ssl: false });
    client.on("error", () => {});
    await client.connect();
    this.#clients.add(client);
    return client;
  }

  async #end(client: pg.Client): Promise<void> {
    this.#clients.delete(client);
    await client.end().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => this.#end(client)));
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
