import type { Consumer, EachBatchPayload, Kafka, KafkaMessage, SASLOptions } from "kafkajs";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { guardedSocket, type Server } from "@/lib/egress/reach";
import { type Broker, untilAborted, watchLag } from "@/lib/feeds/brokers/broker";
import { IN_HAND_BYTES, shareInHand } from "@/lib/feeds/brokers/in-hand";
import { limitFrames } from "@/lib/feeds/brokers/limit-frames";
import { type BrokerMessage, toAttributes, toIdentity } from "@/lib/feeds/brokers/message";
import { toSentenceEnd } from "@/lib/feeds/brokers/sentence-end";
import { StepError, Walk } from "@/lib/feeds/brokers/walk";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { IsolatedTask } from "@/lib/feeds/consumer";
import type { LogStreamSettings } from "@/lib/nouns/sources/pub-sub-schemas";

/** Messages of a partition that are committed together before its position is. */
const CHUNK = 100;
/** A member that died is noticed after this long, and its partitions go to the others. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2_000;
const PARTITIONS_AT_ONCE = 4;
/** What one answer may have, unless a single message has more: the library's own bounds. */
const FETCH_BYTES = 10 * 1024 * 1024;
const PARTITION_FETCH_BYTES = 1024 * 1024;
/** An answer announces its length; what speaks another protocol announces gigabytes. */
const MOST_ANSWER_BYTES = 128 * 1024 * 1024;

/** Apache Kafka and what speaks its protocol, by consumer group. */
export const logstream: Broker<LogStreamSettings> = {
  async check(settings, guard) {
    const walk = new Walk();
    await walk.reach(serversOf(settings), guard);
    if (!walk.isWell) return walk.checks;
    const admin = (await open(settings, guard)).admin({ retry: { retries: 1 } });
    await walk.step("login", async () => {
      await admin.connect().catch((error) => {
        throw toSentence(error, settings);
      });
      return settings.auth?.type ? `${settings.auth.username} may log in.` : "No login was asked for.";
    });
    await walk.step("resource", async () => {
      const partitions = await findPartitions(admin, settings);
      return `The topic ${settings.topic_name} is there, with ${partitions} partitions.`;
    });
    await walk.step("rights", async () => {
      const group = { groupId: settings.consumer_group_id, topics: [settings.topic_name] };
      await admin.fetchOffsets(group).catch((error) => {
        throw toSentence(error, settings);
      });
      return `The consumer group ${settings.consumer_group_id} may be used.`;
    });
    await admin.disconnect();
    return walk.checks;
  },

  async consume(task, settings, workers) {
    const kafka = await open(settings, task.guard);
    const share = shareInHand(workers, task.maxPayloadBytes);
    // A worker may fetch from so many brokers at once.
    const fetchBytes = Math.min(FETCH_BYTES, Math.floor(IN_HAND_BYTES / share.workers / PARTITIONS_AT_ONCE));
    const consumers = await Promise.all(
      Array.from({ length: share.workers }, () => startConsumer(kafka, task, { settings, fetchBytes })),
    );
    const admin = kafka.admin({ retry: { retries: 1 } });
    const lag = watchLag(task, () => readLag(admin, settings));
    try {
      const joined = Promise.all(consumers.map((consumer) => consumer.joined)).then(() => task.report.connected());
      const ended = Promise.race(consumers.map((consumer) => consumer.ended));
      await Promise.race([joined.then(() => untilAborted(task.signal)), untilAborted(task.signal), ended]);
    } finally {
      lag.stop();
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await admin.disconnect();
    }
  },
};

function serversOf({ brokers, auth }: LogStreamSettings): Server[] {
  return brokers.map((broker) => {
    const colon = broker.lastIndexOf(":");
    return { host: broker.slice(0, colon), port: Number(broker.slice(colon + 1)), tls: auth?.tls ?? false };
  });
}

async function open(settings: LogStreamSettings, guard: AddressGuard): Promise<Kafka> {
  const { Kafka, logLevel } = await import("kafkajs");
  const tls = settings.auth?.tls ?? false;
  return new Kafka({
    clientId: "hookyard",
    brokers: settings.brokers,
    logLevel: logLevel.NOTHING,
    connectionTimeout: 10_000,
    requestTimeout: 15_000,
    authenticationTimeout: 10_000,
    retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 },
    ...(tls && { ssl: {} }),
    ...(settings.auth?.type && { sasl: toSasl(settings.auth) }),
    // The cluster names its brokers by itself: each of them is held against the guard.
    socketFactory: ({ host, port, onConnect }) => {
      const socket = guardedSocket({ host, port, tls }, guard, onConnect);
      socket.setKeepAlive(true, 60_000);
      limitFrames(socket, MOST_ANSWER_BYTES);
      return socket;
    },
  });
}

function toSasl(auth: NonNullable<LogStreamSettings["auth"]>): SASLOptions {
  const { type, hash, username = "", password = "" } = auth;
  if (type === "plain") return { mechanism: "plain", username, password };
  return { mechanism: hash === "SHA256" ? "scram-sha-256" : "scram-sha-512", username, password };
}

type Admin = ReturnType<Kafka["admin"]>;

async function findPartitions(admin: Admin, settings: LogStreamSettings): Promise<number> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [settings.topic_name] });
    return topics[0]?.partitions.length ?? 0;
  } catch (error) {
    throw toSentence(error, settings);
  }
}

/** What was written behind the group's position, over all partitions. */
async function readLag(admin: Admin, { topic_name: topic, consumer_group_id: groupId }: LogStreamSettings) {
  await admin.connect();
  const [ends, [group]] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchOffsets({ groupId, topics: [topic] }),
  ]);
  const positions = new Map(group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.reduce((sum, { partition, low, high }) => {
    const position = positions.get(partition) ?? -1;
    return sum + Math.max(0, Number(high) - (position < 0 ? Number(low) : position));
  }, 0);
}

type KafkaError = Error & { type?: string; cause?: KafkaError; broker?: string };

function toSentence(error: unknown, settings: LogStreamSettings): Error {
  const outer = error as KafkaError;
  const inner = outer.name === "KafkaJSNumberOfRetriesExceeded" && outer.cause ? outer.cause : outer;
  switch (inner.type ?? "") {
    case "UNKNOWN_TOPIC_OR_PARTITION":
      return new StepError("resource", `The topic ${settings.topic_name} does not exist.`);
    case "TOPIC_AUTHORIZATION_FAILED":
      return new StepError("rights", `The user may not read the topic ${settings.topic_name}.`);
    case "GROUP_AUTHORIZATION_FAILED":
      return new StepError("rights", `The user may not use the consumer group ${settings.consumer_group_id}.`);
  }
  if (inner.name === "KafkaJSSASLAuthenticationError") {
    return new StepError("login", `The broker refuses the login: ${toSentenceEnd(inner.message)}`);
  }
  return new Error(`The connection to Kafka failed: ${toSentenceEnd(inner.message)}`);
}

type Consuming = { settings: LogStreamSettings; fetchBytes: number };

async function startConsumer(kafka: Kafka, task: IsolatedTask, { settings, fetchBytes }: Consuming) {
  const consumer = kafka.consumer({
    groupId: settings.consumer_group_id,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: 1_000,
    maxBytes: fetchBytes,
    maxBytesPerPartition: Math.min(PARTITION_FETCH_BYTES, fetchBytes),
    retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });
  const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
  let fail: (error: unknown) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    fail = reject;
  });
  ended.catch(() => {});
  const inHand = new Set<Promise<void>>();
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, task.signal]);
  consumer.on(consumer.events.CRASH, ({ payload }) => fail(toSentence(payload.error, settings)));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [settings.topic_name], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch(payload) {
        const accepting = acceptBatch({ ...task, signal }, consumer, payload)
          .catch(fail)
          .finally(() => inHand.delete(accepting));
        inHand.add(accepting);
        return accepting;
      },
    });
  } catch (error) {
    await consumer.disconnect();
    throw toSentence(error, settings);
  }
  return {
    joined,
    ended,
    /** Waits for the batches in hand, whose positions are committed then; the library would leave its group before. */
    async close(): Promise<void> {
      closing.abort();
      consumer.pause([{ topic: settings.topic_name }]);
      await Promise.all(inHand);
      await consumer.disconnect();
    },
  };
}

/** A partition's messages, chunk by chunk: committed by us, then its position by the group. */
async function acceptBatch(task: IsolatedTask, consumer: Consumer, payload: EachBatchPayload): Promise<void> {
  const { batch, heartbeat, isRunning, isStale } = payload;
  const { messages } = batch;
  const beating = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    for (let from = 0; from < messages.length; from += CHUNK) {
      if (!isRunning() || isStale() || task.signal.aborted) return;
      await acceptChunk(task, consumer, { payload, chunk: messages.slice(from, from + CHUNK) });
    }
  } catch (error) {
    if (!(error instanceof NotCommitted)) throw error;
  } finally {
    clearInterval(beating);
  }
}

type Chunk = { payload: EachBatchPayload; chunk: readonly KafkaMessage[] };

/** Moves the position behind the messages that are committed without a gap, also if the rest could not be taken. */
async function acceptChunk(task: IsolatedTask, consumer: Consumer, { payload, chunk }: Chunk): Promise<void> {
  const { topic, partition } = payload.batch;
  const results = await Promise.allSettled(
    chunk.map((message) => task.store.accept(toMessage(topic, partition, message))),
  );
  const failed = results.findIndex(({ status }) => status === "rejected");
  const last = chunk.slice(0, failed < 0 ? chunk.length : failed).at(-1)?.offset;
  if (last !== undefined) {
    payload.resolveOffset(last);
    await consumer.commitOffsets([{ topic, partition, offset: String(BigInt(last) + 1n) }]);
  }
  if (failed >= 0) throw (results[failed] as PromiseRejectedResult).reason;
}

/** Its place is its name; with the time, because the places of a topic that was made anew begin again. */
function toMessage(topic: string, partition: number, message: KafkaMessage): BrokerMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, [value].flat()[0]] as const);
  return {
    body: message.value ?? Buffer.alloc(0),
    attributes: toAttributes(Object.fromEntries(headers)),
    contentType: null,
    identity: toIdentity(`${topic}/${partition}/${message.offset}@${message.timestamp}`, true),
  };
}
