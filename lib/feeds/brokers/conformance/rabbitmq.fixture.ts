import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Connection } from "rabbitmq-client";
import { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import {
  type BrokerServer,
  freePorts,
  start,
  type TestQueue,
  type Trial,
} from "@/lib/feeds/brokers/conformance/server.fixture";
import { newId } from "@/lib/kernel/ids";
import { until } from "@/lib/program/engines.fixture";

const PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const PORTMAPPER = "/usr/bin/epmd";

/** May log in, and do nothing. */
export const POWERLESS = { user: "powerless", password: "s3cret" };
export const VHOST = "hooks";

/** Debian's RabbitMQ, as a process of its own: own node name, ports, folders and port mapper, no system service. */
export const rabbitmq: BrokerServer = {
  name: "amqp on RabbitMQ",
  tellsLoss: true,
  missing: () => (existsSync(PROGRAM) && existsSync(PORTMAPPER) ? null : "RabbitMQ (Debian: rabbitmq-server)"),
  open: openRabbit,
};

export async function openRabbit() {
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
  const server = start(PROGRAM, [], { env, cwd: folder });
  const url = `amqp://guest:guest@127.0.0.1:${port}`;
  const control = await until(() => tryConnect(url, server));
  const gate = await new Gate(port).open();
  return {
    gate,
    port,
    control,
    queue: () => makeQueue(control, gate.port),
    trials,
    async close() {
      await gate.close();
      control.unsafeDestroy();
      await server.stop();
      await portMapper.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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

async function tryConnect(url: string, server: ReturnType<typeof start>): Promise<Connection | null> {
  if (server.hasExited()) throw new Error(`RabbitMQ did not start: ${server.output()}`);
  const connection = new Connection(url);
  connection.on("error", () => {});
  try {
    await connection.onConnect(500);
    return connection;
  } catch {
    connection.unsafeDestroy();
    return null;
  }
}

/** What senders say of their messages; it changes nothing of what is read. */
const CONTENT_TYPES = ["application/json", "text/plain", "application/octet-stream"];

async function makeQueue(control: Connection, gatePort: number): Promise<TestQueue> {
  const queue = `q-${newId()}`;
  await control.queueDeclare({ queue, durable: true });
  const publisher = control.createPublisher({ confirm: true });
  let sent = 0;
  return {
    settings: { type: "amqp", workers: 2, amqp: { host: "127.0.0.1", port: String(gatePort), queue } },
    async send(messages) {
      await Promise.all(
        messages.map(({ body, attributes }) => {
          sent += 1;
          const envelope = {
            routingKey: queue,
            durable: true,
            messageId: `${queue} ${sent}`,
            headers: attributes ?? {},
          };
          const contentType = CONTENT_TYPES[sent % CONTENT_TYPES.length] as string;
          return publisher.send({ ...envelope, contentType }, Buffer.from(body));
        }),
      );
    },
    /** A broker tells of those in hand only by what it has once the consumers are gone. */
    async unacknowledged() {
      return (await control.queueDeclare({ queue, passive: true })).messageCount;
    },
  };
}

function trials({ settings }: TestQueue): Trial[] {
  if (settings.type !== "amqp") return [];
  const { amqp } = settings;
  const trial = (change: Partial<typeof amqp>, step: Trial["step"], says: string, ok = false): Trial => ({
    settings: { ...settings, amqp: { ...amqp, ...change } },
    step,
    says,
    ok,
  });
  const bindExchange = { exchange: "amq.topic", routingKey: "#" };
  return [
    trial({}, "resource", "is there, with 0 messages waiting.", true),
    trial({ host: "nowhere.invalid" }, "address", "nowhere.invalid"),
    trial({ schema: "amqps" }, "tls", "No secure connection to 127.0.0.1"),
    trial(
      { auth: { user: "guest", password: "wrong" } },
      "login",
      "The broker refuses the user guest or the password.",
    ),
    trial({ vhost: "nowhere" }, "resource", "The virtual host nowhere does not exist."),
    trial({ auth: POWERLESS }, "rights", "The user powerless may not use the virtual host /."),
    trial({ auth: POWERLESS, vhost: VHOST }, "resource", "does not exist."),
    trial({ queue: "none" }, "resource", "The queue none does not exist."),
    trial({ queue: "none", bindExchange }, "resource", "will be made, bound to amq.topic.", true),
    trial({ deadLetterExchange: "none" }, "resource", "The exchange none does not exist."),
  ];
}
