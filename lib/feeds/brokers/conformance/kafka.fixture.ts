import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Kafka, logLevel, Partitioners } from "kafkajs";
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

const JAVA = "/usr/bin/java";
/** Filled by .ci/run. */
const JARS = path.join(process.cwd(), ".cache", "kafka");
const JVM = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

export const LOGIN = { username: "ada", password: "s3cret" };

/** Apache Kafka itself: one node that is its own controller. */
export const kafka: BrokerServer = {
  name: "logstream on Apache Kafka",
  tellsLoss: false,
  missing() {
    if (!existsSync(JAVA)) return "Java (Debian: default-jre-headless)";
    return existsSync(JARS) ? null : "Apache Kafka in .cache/kafka (see .ci/run)";
  },
  open: openKafka,
};

export async function openKafka() {
  const folder = await mkdtemp(path.join(tmpdir(), "hookyard-kafka-"));
  const [direct = 0, gated = 0, login = 0, secure = 0, controller = 0] = await freePorts(5);
  const gate = await new Gate(gated).open();
  const jars = readdirSync(JARS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jar"));
  const classPath = jars.map((jar) => path.join(JARS, jar)).join(":");
  const config = path.join(folder, "server.properties");
  await makeCertificate(folder);
  const listeners = `DIRECT://127.0.0.1:${direct},GATED://127.0.0.1:${gated},LOGIN://127.0.0.1:${login},SECURE://127.0.0.1:${secure}`;
  const security = "org.apache.kafka.common.security";
  await writeFile(
    config,
    [
      "process.roles=broker,controller",
      "node.id=1",
      `controller.quorum.voters=1@127.0.0.1:${controller}`,
      "controller.listener.names=CONTROLLER",
      "inter.broker.listener.name=DIRECT",
      `listeners=${listeners},CONTROLLER://127.0.0.1:${controller}`,
      `advertised.listeners=${listeners.replace(`:${gated},`, `:${gate.port},`)}`,
      "listener.security.protocol.map=CONTROLLER:PLAINTEXT,DIRECT:PLAINTEXT,GATED:PLAINTEXT,LOGIN:SASL_PLAINTEXT,SECURE:SSL",
      "listener.name.login.sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
      `listener.name.login.plain.sasl.jaas.config=${security}.plain.PlainLoginModule required user_${LOGIN.username}="${LOGIN.password}";`,
      `listener.name.login.scram-sha-256.sasl.jaas.config=${security}.scram.ScramLoginModule required;`,
      `listener.name.login.scram-sha-512.sasl.jaas.config=${security}.scram.ScramLoginModule required;`,
      "listener.name.secure.ssl.keystore.type=PEM",
      `listener.name.secure.ssl.keystore.location=${path.join(folder, "server.pem")}`,
      `log.dirs=${path.join(folder, "data")}`,
      "offsets.topic.replication.factor=1",
      "offsets.topic.num.partitions=1",
      "transaction.state.log.replication.factor=1",
      "transaction.state.log.min.isr=1",
      "share.coordinator.state.topic.replication.factor=1",
      "share.coordinator.state.topic.min.isr=1",
      "group.initial.rebalance.delay.ms=0",
      "auto.create.topics.enable=false",
      "num.partitions=3",
    ].join("\n"),
  );
  const users = ["SCRAM-SHA-256", "SCRAM-SHA-512"].flatMap((mechanism) => [
    "--add-scram",
    `${mechanism}=[name=${LOGIN.username},password=${LOGIN.password}]`,
  ]);
  const format = ["kafka.tools.StorageTool", "format", "-t", "hookyard-conformance-0", "-c", config, ...users];
  await promisify(execFile)(JAVA, [...JVM, "-cp", classPath, ...format]);
  const server = start(JAVA, [...JVM, "-cp", classPath, "kafka.Kafka", config], { cwd: folder });
  const client = new Kafka({ brokers: [`127.0.0.1:${direct}`], logLevel: logLevel.NOTHING, retry: { retries: 0 } });
  const admin = client.admin();
  // On a busy machine a new topic's partitions have no leader for a moment.
  const retry = { retries: 20, initialRetryTime: 100, maxRetryTime: 1_000 };
  const producer = client.producer({ createPartitioner: Partitioners.DefaultPartitioner, retry });
  await until(async () => {
    if (server.hasExited()) throw new Error(`Kafka did not start: ${server.output()}`);
    return admin.connect().then(
      () => true,
      () => false,
    );
  });
  await producer.connect();
  return {
    gate,
    trials: (queue: TestQueue) => trials(queue, { login, secure }),
    async queue(): Promise<TestQueue> {
      const topic = `t-${newId()}`;
      const group = `g-${newId()}`;
      await until(() => admin.createTopics({ topics: [{ topic, numPartitions: 3 }] }).catch(() => false));
      return {
        settings: {
          type: "logstream",
          workers: 2,
          logstream: { brokers: [`127.0.0.1:${gate.port}`], consumer_group_id: group, topic_name: topic },
        },
        async send(messages) {
          const sent = messages.map(({ body, attributes }) => ({ value: body, headers: attributes }));
          await producer.send({ topic, messages: sent });
        },
        async unacknowledged() {
          const [ends, [offsets]] = await Promise.all([
            admin.fetchTopicOffsets(topic),
            admin.fetchOffsets({ groupId: group, topics: [topic] }),
          ]);
          const done = offsets?.partitions.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0) ?? 0;
          return ends.reduce((sum, { high }) => sum + Number(high), 0) - done;
        },
      };
    },
    async close() {
      await gate.close();
      await Promise.all([producer.disconnect(), admin.disconnect()]);
      await server.stop("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function trials({ settings }: TestQueue, ports: { login: number; secure: number }): Trial[] {
  if (settings.type !== "logstream") return [];
  const { logstream } = settings;
  const trial = (change: Partial<typeof logstream>, step: Trial["step"], says: string, ok = false): Trial => ({
    settings: { ...settings, logstream: { ...logstream, ...change } },
    step,
    says,
    ok,
  });
  const login = [`127.0.0.1:${ports.login}`];
  const as = (type: "plain" | "scram", password: string, hash?: "SHA256" | "SHA512") => ({
    brokers: login,
    auth: { type, ...LOGIN, password, hash, tls: false },
  });
  return [
    trial({}, "rights", "may be used.", true),
    trial(as("plain", LOGIN.password), "rights", "may be used.", true),
    trial(as("scram", LOGIN.password, "SHA256"), "rights", "may be used.", true),
    trial(as("scram", LOGIN.password, "SHA512"), "rights", "may be used.", true),
    trial(as("plain", "wrong"), "login", "The broker refuses the login: "),
    trial(as("scram", "wrong"), "login", "The broker refuses the login: "),
    trial({ brokers: [`127.0.0.1:${ports.secure}`], auth: { tls: true } }, "tls", "self-signed certificate"),
    trial({ auth: { tls: true } }, "tls", "hung up instead of speaking TLS"),
    trial({ brokers: ["127.0.0.1:1"] }, "connection", "Connection refused by 127.0.0.1:1."),
    trial({ topic_name: "none" }, "resource", "The topic none does not exist."),
  ];
}

/** Signed by itself, for 127.0.0.1: with its key in `server.pem`, alone in `certificate.pem`. */
async function makeCertificate(folder: string): Promise<void> {
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-keyout", key, "-out", certificate];
  await promisify(execFile)("openssl", [...make, ...subject]);
  const { readFile } = await import("node:fs/promises");
  await writeFile(
    path.join(folder, "server.pem"),
    `${await readFile(key, "utf8")}${await readFile(certificate, "utf8")}`,
  );
}
