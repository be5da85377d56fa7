import type { AsyncMessage, Channel, Connection, ConsumerStatus } from "rabbitmq-client";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { guardedLookup, refuseAddress, type Server } from "@/lib/egress/reach";
import { type Broker, untilAborted, watchLag } from "@/lib/feeds/brokers/broker";
import { shareInHand } from "@/lib/feeds/brokers/in-hand";
import { keepBytes, NO_ENCODING, type Sized } from "@/lib/feeds/brokers/keep-bytes";
import { type BrokerMessage, toAttributes, toIdentity } from "@/lib/feeds/brokers/message";
import { toSentenceEnd } from "@/lib/feeds/brokers/sentence-end";
import { StepError, Walk } from "@/lib/feeds/brokers/walk";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { IsolatedTask } from "@/lib/feeds/consumer";
import type { AmqpSettings } from "@/lib/nouns/sources/pub-sub-schemas";

/**
 * What goes to a dead letter exchange goes there whole, however large: this is the most that RabbitMQ takes of a message
 * unless it is told otherwise.
 */
const WHOLE_BYTES = 16 * 1024 * 1024;

/** AMQP 0-9-1: RabbitMQ and its like. */
export const amqp: Broker<AmqpSettings> = {
  async check(settings, guard) {
    const walk = new Walk();
    await walk.reach([serverOf(settings)], guard);
    let connection: Connection | null = null;
    await walk.step("login", async () => {
      connection = await open(settings, guard, { name: "hookyard connection test", mostBytes: 0 });
      return `${userOf(settings)} may log in, and use the virtual host ${vhostOf(settings)}.`;
    });
    await walk.step("resource", () => findResources(connection as unknown as Connection, settings));
    (connection as Connection | null)?.unsafeDestroy();
    return walk.checks;
  },

  async consume(task, settings, workers) {
    const { maxPayloadBytes: limit } = task;
    const mostBytes = settings.deadLetterExchange ? Number.POSITIVE_INFINITY : limit;
    const share = shareInHand(workers, settings.deadLetterExchange ? Math.max(limit, WHOLE_BYTES) : limit);
    const connection = await open(settings, task.guard, { name: `hookyard ${task.source.name}`, mostBytes });
    const lost = new Promise<never>((_, reject) => connection.on("error", (error: Error) => reject(toLoss(error))));
    lost.catch(() => {});
    try {
      await bindQueue(connection, settings);
      const consumers = await Promise.all(
        Array.from({ length: share.workers }, () =>
          startConsumer(connection, task, { settings, prefetch: share.messages }),
        ),
      );
      const ended = Promise.race(consumers.map((consumer) => consumer.ended));
      task.report.connected();
      const lag = watchLag(task, async () => (await findQueue(connection, settings.queue))?.messageCount ?? null);
      await Promise.race([untilAborted(task.signal), lost, ended]).finally(() => lag.stop());
      await Promise.race([Promise.all(consumers.map((consumer) => consumer.close())), lost]);
    } finally {
      connection.unsafeDestroy();
    }
  },
};

function serverOf({ host, port, schema }: AmqpSettings): Server {
  const tls = schema === "amqps";
  return { host, port: Number(port ?? (tls ? 5671 : 5672)), tls };
}

const userOf = ({ auth }: AmqpSettings) => auth?.user ?? "guest";
const vhostOf = ({ vhost }: AmqpSettings) => vhost || "/";

/** `mostBytes` is what is kept of a message. */
type Reading = { name: string; mostBytes: number };

async function open(settings: AmqpSettings, guard: AddressGuard, reading: Reading): Promise<Connection> {
  const { host, port, tls } = serverOf(settings);
  refuseAddress(host, guard);
  const { Connection } = await import("rabbitmq-client");
  const connection = new Connection({
    hostname: host.replace(/^\[|\]$/g, ""),
    port,
    tls,
    username: userOf(settings),
    password: settings.auth?.password ?? "guest",
    vhost: vhostOf(settings),
    connectionName: reading.name,
    connectionTimeout: 10_000,
    heartbeat: 10,
    socket: { lookup: guardedLookup(guard), port, keepAlive: true },
  });
  keepBytes(connection, reading.mostBytes);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("connection", resolve);
      connection.once("error", reject);
    });
    return connection;
  } catch (error) {
    connection.unsafeDestroy();
    throw toLoginError(error as AmqpError, settings);
  }
}

type AmqpError = Error & { code?: string };

function toLoginError(error: AmqpError, settings: AmqpSettings): Error {
  const user = userOf(settings);
  const vhost = vhostOf(settings);
  switch (error.code ?? "") {
    case "ACCESS_REFUSED":
      return new StepError("login", `The broker refuses the user ${user} or the password.`);
    case "NOT_ALLOWED":
      return /not found/i.test(error.message)
        ? new StepError("resource", `The virtual host ${vhost} does not exist.`)
        : new StepError("rights", `The user ${user} may not use the virtual host ${vhost}.`);
    default:
      return new StepError("login", `The broker ended the connection: ${toSentenceEnd(error.message)}`);
  }
}

async function openChannel(connection: Connection): Promise<Channel> {
  return connection.acquire().catch((error: Error) => {
    throw toLoss(error);
  });
}

function toLoss({ message }: Error): Error {
  return new Error(`The connection to the broker failed: ${toSentenceEnd(message)}`);
}

async function findResources(connection: Connection, settings: AmqpSettings): Promise<string> {
  const { queue, bindExchange, deadLetterExchange } = settings;
  const found = await findQueue(connection, queue);
  if (!found && !bindExchange) throw new Error(`The queue ${queue} does not exist.`);
  if (bindExchange) await findExchange(connection, bindExchange.exchange);
  if (deadLetterExchange) await findExchange(connection, deadLetterExchange);
  if (!found) return `The queue ${queue} does not exist and will be made, bound to ${bindExchange?.exchange}.`;
  return `The queue ${queue} is there, with ${found.messageCount} messages waiting.`;
}

/** The queue as it is, or null when there is none. A channel of its own, because the broker closes it over a missing one. */
async function findQueue(connection: Connection, queue: string): Promise<{ messageCount: number } | null> {
  const channel = await openChannel(connection);
  try {
    return await channel.queueDeclare({ queue, passive: true });
  } catch (error) {
    if ((error as AmqpError).code === "NOT_FOUND") return null;
    throw toRightsError(error as AmqpError, `the queue ${queue}`);
  } finally {
    if (channel.active) await channel.close();
  }
}

async function findExchange(connection: Connection, exchange: string): Promise<void> {
  const channel = await openChannel(connection);
  try {
    await channel.exchangeDeclare({ exchange, passive: true });
  } catch (error) {
    if ((error as AmqpError).code === "NOT_FOUND") throw new Error(`The exchange ${exchange} does not exist.`);
    throw toRightsError(error as AmqpError, `the exchange ${exchange}`);
  } finally {
    if (channel.active) await channel.close();
  }
}

function toRightsError(error: AmqpError, what: string): Error {
  if (error.code === "ACCESS_REFUSED")
    return new StepError("rights", `The user may not use ${what}: ${toSentenceEnd(error.message)}`);
  return new Error(`The broker refuses ${what}: ${toSentenceEnd(error.message)}`);
}

/** With an exchange to bind to, the queue is ours to make where it is missing. */
async function bindQueue(connection: Connection, { queue, bindExchange }: AmqpSettings): Promise<void> {
  if (!bindExchange) return;
  const isThere = (await findQueue(connection, queue)) !== null;
  const channel = await openChannel(connection);
  try {
    if (!isThere) await channel.queueDeclare({ queue, durable: true });
    await channel.queueBind({ queue, exchange: bindExchange.exchange, routingKey: bindExchange.routingKey });
  } catch (error) {
    throw toRightsError(error as AmqpError, `the queue ${queue}`);
  } finally {
    if (channel.active) await channel.close();
  }
}

type Consuming = { settings: AmqpSettings; prefetch: number };

async function startConsumer(connection: Connection, task: IsolatedTask, { settings, prefetch }: Consuming) {
  const { ConsumerStatus } = await import("rabbitmq-client");
  const letters = connection.createPublisher({ confirm: true });
  const props = {
    queue: settings.queue,
    queueOptions: { passive: true },
    qos: { prefetchCount: prefetch },
    concurrency: prefetch,
    requeue: true,
  };
  let isClosing = false;
  const consumer = connection.createConsumer(props, async (received): Promise<ConsumerStatus> => {
    // The library still hands over what arrived with the answer to the cancel, and does not wait for it to be done.
    if (isClosing) return ConsumerStatus.REQUEUE;
    try {
      const outcome = await task.store.accept(toMessage(received));
      if (outcome.kind === "event") return ConsumerStatus.ACK;
      if (!settings.deadLetterExchange) return ConsumerStatus.DROP;
      await letters.send(toLetter(received, settings.deadLetterExchange, outcome.reason), received.body);
      return ConsumerStatus.ACK;
    } catch (error) {
      if (error instanceof NotCommitted) return ConsumerStatus.REQUEUE;
      throw error;
    }
  });
  const ended = new Promise<never>((_, reject) => consumer.on("error", (error: Error) => reject(toLoss(error))));
  ended.catch(() => {});
  await Promise.race([new Promise<void>((resolve) => consumer.once("ready", resolve)), ended]);
  return {
    ended,
    /** Cancels, waits for what is in hand, and closes the channel, which the broker answers after the acknowledgements. */
    async close(): Promise<void> {
      isClosing = true;
      await consumer.close();
      await letters.close();
    },
  };
}

/**
 * The sender may give a message an id, which is then its name. The broker itself has none for it, so that a message
 * without one that is delivered again cannot be told from another with the same content.
 */
function toMessage(received: Omit<AsyncMessage, "body"> & Sized & { body: Buffer }): BrokerMessage {
  const { body, bodySize, headers, messageId, contentType, redelivered } = received;
  return {
    body,
    ...(bodySize !== undefined && bodySize > body.length && { cutFrom: bodySize }),
    attributes: toAttributes(headers),
    contentType: contentType ?? null,
    identity: messageId ? toIdentity(messageId, redelivered) : null,
  };
}

/** The message as it came, with the reason beside it. */
function toLetter(received: AsyncMessage, exchange: string, reason: string) {
  const { headers, messageId, contentType, contentEncoding, correlationId, type, timestamp, appId } = received;
  return {
    exchange,
    routingKey: received.routingKey,
    durable: true,
    messageId,
    contentType,
    contentEncoding: contentEncoding === NO_ENCODING ? undefined : contentEncoding,
    correlationId,
    type,
    timestamp,
    appId,
    headers: { ...headers, "x-hookyard-reason": reason.slice(0, 1_000) },
  };
}
