import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Connection } from "rabbitmq-client";
import { freePorts, start } from "@/lib/feeds/brokers/conformance/server.fixture";

const PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const PORTMAPPER = "/usr/bin/epmd";

/** May log in, and do nothing. */
export const POWERLESS = { user: "powerless", password: "s3cret" };
export const VHOST = "hooks";

/** What this machine lacks for it, or null. */
export const missingRabbit = () =>
  existsSync(PROGRAM) && existsSync(PORTMAPPER) ? null : "RabbitMQ (Debian: rabbitmq-server)";

type Program = ReturnType<typeof start>;

/** Debian's RabbitMQ, as a process of its own that can be stopped and started again: own node name, ports, folders and port mapper, no system service. */
export class RabbitServer {
  #process: Program | null = null;

  private constructor(
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly portMapper: Program,
    readonly port: number,
  ) {}

  static async open(): Promise<RabbitServer> {
    const folder = await mkdtemp(path.join(tmpdir(), "hookyard-rabbitmq-"));
    const [port = 0, distribution = 0, mapper = 0] = await freePorts(3);
    const definitions = path.join(folder, "definitions.json");
    const config = path.join(folder, "rabbitmq.conf");
    await writeFile(definitions, JSON.stringify(DEFINITIONS));
    await writeFile(
      config,
      `listeners.tcp.1 = 127.0.0.1:${port}\nload_definitions = ${definitions}\nlog.console = true\nlog.file = false\nheartbeat = 10\n`,
    );
    const env = {
      NODE_ENV: "test" as const,
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: folder,
      ERL_EPMD_PORT: String(mapper),
      ERL_EPMD_ADDRESS: "127.0.0.1",
      RABBITMQ_NODENAME: `hookyard${port}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_CONFIG_FILE: config,
      RABBITMQ_MNESIA_BASE: path.join(folder, "data"),
      RABBITMQ_LOG_BASE: path.join(folder, "log"),
      RABBITMQ_PID_FILE: path.join(folder, "pid"),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, "plugins"),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}",
    };
    const portMapper = start(PORTMAPPER, ["-port", String(mapper), "-address", "127.0.0.1"], { env, cwd: folder });
    const server = new RabbitServer(folder, env, portMapper, port);
    await server.start();
    return server;
  }

  /** Starts it with what it had, and waits until it takes connections. */
  async start(): Promise<void> {
    this.#process = start(PROGRAM, [], { env: this.env, cwd: this.folder });
    (await this.connect()).unsafeDestroy();
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = null;
  }

  /** A connection of an administrator, once the server takes one. */
  async connect(): Promise<Connection> {
    for (;;) {
      if (this.#process?.hasExited() ?? true) throw new Error(`RabbitMQ does not run: ${this.#process?.output()}`);
      const connection = new Connection(`amqp://guest:guest@127.0.0.1:${this.port}`);
      connection.on("error", () => {});
      try {
        await connection.onConnect(500);
        return connection;
      } catch {
        connection.unsafeDestroy();
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await this.portMapper.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const hashOf = (password: string) => {
  const salt = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([salt, createHash("sha256").update(salt).update(password).digest()]).toString("base64");
};
const ALL = { configure: ".*", write: ".*", read: ".*" };
const hashing_algorithm = "rabbit_password_hashing_sha256";
const DEFINITIONS = {
  users: [
    { name: "guest", password_hash: hashOf("guest"), hashing_algorithm, tags: "administrator" },
    { name: POWERLESS.user, password_hash: hashOf(POWERLESS.password), hashing_algorithm, tags: "" },
  ],
  vhosts: [{ name: "/" }, { name: VHOST }],
  permissions: [
    { user: "guest", vhost: "/", ...ALL },
    { user: "guest", vhost: VHOST, ...ALL },
    { user: POWERLESS.user, vhost: VHOST, configure: "^$", write: "^$", read: "^$" },
  ],
};
