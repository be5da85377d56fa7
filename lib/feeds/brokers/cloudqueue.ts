import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Message, ReceiveMessageCommandOutput, SQSClient } from "@aws-sdk/client-sqs";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { guardedLookup, refuseAddress, type Server } from "@/lib/egress/reach";
import { type Broker, watchLag } from "@/lib/feeds/brokers/broker";
import { IN_HAND_BYTES } from "@/lib/feeds/brokers/in-hand";
import { type BrokerMessage, toAttributes, toIdentity } from "@/lib/feeds/brokers/message";
import { toSentenceEnd } from "@/lib/feeds/brokers/sentence-end";
import { StepError, Walk } from "@/lib/feeds/brokers/walk";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { IsolatedTask } from "@/lib/feeds/consumer";
import type { CloudQueueSettings } from "@/lib/nouns/sources/pub-sub-schemas";

const BATCH = 10;
/** What a queue takes of a message. */
const MOST_MESSAGE_BYTES = 1024 * 1024;
/** How much of the largest message that came is still expected with the next answer. */
const REMEMBERED = 0.9;
/** An empty queue is asked this seldom. */
const IDLE_WAIT_SECONDS = 20;
/** While messages come, so that a stop waits for the answer under way instead of leaving its messages in flight. */
const BUSY_WAIT_SECONDS = 1;

const ANSWER_MS = (IDLE_WAIT_SECONDS + 10) * 1000;

/** Amazon SQS, or what speaks its protocol at an address of one's own. */
export const cloudqueue: Broker<CloudQueueSettings> = {
  async check(settings, guard) {
    const walk = new Walk();
    await walk.reach([serverOf(settings)], guard);
    if (!walk.isWell) return walk.checks;
    const client = await open(settings, guard);
    let url = "";
    await walk.step("resource", async () => {
      url = await findQueue(client, settings);
      return `The queue ${settings.queue_name} is there.`;
    });
    await walk.step("rights", async () => {
      await tryRights(client, url, settings);
      return "Its messages may be acknowledged.";
    });
    client.destroy();
    return walk.checks;
  },

  async consume(task, settings, workers) {
    const client = await open(settings, task.guard, workers);
    const { GetQueueAttributesCommand } = await import("@aws-sdk/client-sqs");
    try {
      const QueueUrl = await findQueue(client, settings);
      task.report.connected();
      const lag = watchLag(task, async () => {
        const ask = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] });
        const { Attributes } = await client.send(ask);
        return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
      });
      // One worker's error ends all; each finishes what it has in hand first.
      const failed = new AbortController();
      const ending = AbortSignal.any([task.signal, failed.signal]);
      const batches = new Batches(workers);
      const working = Array.from({ length: workers }, () =>
        receive({ client, QueueUrl, batches }, { ...task, signal: ending }).catch((error) => {
          failed.abort();
          throw error;
        }),
      );
      const results = await Promise.allSettled(working).finally(() => lag.stop());
      for (const result of results) if (result.status === "rejected") throw toSentence(result.reason, settings);
    } finally {
      client.destroy();
    }
  },
};

function serverOf({ endpoint, default_region }: CloudQueueSettings): Server {
  const url = new URL(endpoint ?? `https://sqs.${default_region}.amazonaws.com`);
  const tls = url.protocol === "https:";
  return { host: url.hostname, port: Number(url.port || (tls ? 443 : 80)), tls };
}

async function open(settings: CloudQueueSettings, guard: AddressGuard, workers = 1): Promise<SQSClient> {
  const { host, port, tls } = serverOf(settings);
  refuseAddress(host, guard);
  const { SQSClient } = await import("@aws-sdk/client-sqs");
  const options = { keepAlive: true, maxSockets: workers + 5, lookup: guardedLookup(guard) };
  const endpoint = `${tls ? "https" : "http"}://${host}:${port}`;
  return new SQSClient({
    region: settings.default_region,
    endpoint,
    // Else a server could name another address in the queue's URL.
    useQueueUrlAsEndpoint: false,
    credentials: { accessKeyId: settings.access_key_id, secretAccessKey: settings.secret_key },
    maxAttempts: 2,
    requestHandler: {
      httpAgent: new PlainAgent(options),
      httpsAgent: new SecureAgent(options),
      connectionTimeout: 10_000,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });
}

async function findQueue(client: SQSClient, settings: CloudQueueSettings): Promise<string> {
  const { GetQueueUrlCommand } = await import("@aws-sdk/client-sqs");
  try {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: settings.queue_name }));
    return QueueUrl ?? "";
  } catch (error) {
    throw toSentence(error, settings);
  }
}

/** Deletes a message that cannot be: where the right is missing that is told, and else that there is no such message. */
async function tryRights(client: SQSClient, QueueUrl: string, settings: CloudQueueSettings): Promise<void> {
  const { DeleteMessageCommand } = await import("@aws-sdk/client-sqs");
  try {
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: "hookyard-connection-test" }));
  } catch (error) {
    if (!/ReceiptHandle|InvalidParameterValue|InvalidIdFormat/.test(`${(error as Error).name}`)) {
      throw toSentence(error, settings);
    }
  }
}

type Explain = (settings: CloudQueueSettings, message: string) => StepError;

const noQueue: Explain = ({ queue_name, default_region }) =>
  new StepError("resource", `The queue ${queue_name} does not exist in ${default_region}, or may not be seen.`);
const unknownKey: Explain = ({ access_key_id }) =>
  new StepError("login", `The access key id ${access_key_id} is not known.`);
const wrongSecret: Explain = () => new StepError("login", "The secret key does not fit the access key id.");
const notAllowed: Explain = (_, message) =>
  new StepError("rights", `The access key may not do this: ${toSentenceEnd(message)}`);

/** Errors of SQS and of servers that speak its protocol, by name. */
const EXPLAINED: ReadonlyMap<string, Explain> = new Map([
  ["QueueDoesNotExist", noQueue],
  ["AWS.SimpleQueueService.NonExistentQueue", noQueue],
  ["InvalidClientTokenId", unknownKey],
  ["UnrecognizedClientException", unknownKey],
  ["InvalidAccessKeyId", unknownKey],
  ["InvalidSecurity", unknownKey],
  ["SignatureDoesNotMatch", wrongSecret],
  ["AccessDenied", notAllowed],
  ["AccessDeniedException", notAllowed],
]);

function toSentence(error: unknown, settings: CloudQueueSettings): Error {
  const { name, message } = error as Error;
  const explain = EXPLAINED.get(name);
  return explain?.(settings, message) ?? new Error(`The queue's server refused: ${toSentenceEnd(message || name)}`);
}

/**
 * How many messages a worker asks for: ten, and fewer where all workers' messages would be more than may be in hand. A
 * queue does not tell how large its messages are: each is taken for as large as one can be, until smaller ones have come.
 */
export class Batches {
  #messageBytes = MOST_MESSAGE_BYTES;

  constructor(private readonly workers: number) {}

  get next(): number {
    const messages = Math.floor(IN_HAND_BYTES / this.workers / this.#messageBytes);
    return Math.min(BATCH, Math.max(1, messages));
  }

  /** Messages of these sizes came. */
  note(sizes: readonly number[]): void {
    if (sizes.length > 0) this.#messageBytes = Math.max(1, REMEMBERED * this.#messageBytes, ...sizes);
  }
}

type Queue = { client: SQSClient; QueueUrl: string; batches: Batches };

/** One worker: takes some messages, waits for their commits, and deletes them. */
async function receive({ client, QueueUrl, batches }: Queue, task: IsolatedTask): Promise<void> {
  const { DeleteMessageBatchCommand, ReceiveMessageCommand } = await import("@aws-sdk/client-sqs");
  let isBusy = true;
  while (!task.signal.aborted) {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batches.next,
      WaitTimeSeconds: isBusy ? BUSY_WAIT_SECONDS : IDLE_WAIT_SECONDS,
      MessageAttributeNames: ["All"],
    });
    const asking = client.send(command, isBusy ? {} : { abortSignal: task.signal });
    const answer: ReceiveMessageCommandOutput | null = await asking.catch((error) => {
      if (task.signal.aborted) return null;
      throw error;
    });
    const messages: Message[] = answer?.Messages ?? [];
    isBusy = messages.length > 0;
    batches.note(messages.map(({ Body }) => Body?.length ?? 0));
    const done = await acceptAll(task, messages);
    if (done.length === 0) continue;
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/** Accepts messages and returns those that are on disk. An error that is not theirs is thrown after those are known to be. */
async function acceptAll(task: IsolatedTask, messages: readonly Message[]): Promise<Message[]> {
  const results = await Promise.allSettled(messages.map((message) => task.store.accept(toMessage(message))));
  for (const result of results) {
    if (result.status === "rejected" && !(result.reason instanceof NotCommitted)) throw result.reason;
  }
  return messages.filter((_, index) => results[index]?.status === "fulfilled");
}

function toMessage({ Body, MessageAttributes, MessageId }: Message): BrokerMessage {
  const given = Object.entries(MessageAttributes ?? {}).map(
    ([name, value]) => [name, value.StringValue ?? null] as const,
  );
  return {
    body: Buffer.from(Body ?? "", "utf8"),
    attributes: toAttributes(Object.fromEntries(given)),
    contentType: null,
    // The queue's own id, which no other message has.
    identity: MessageId ? toIdentity(MessageId, true) : null,
  };
}
