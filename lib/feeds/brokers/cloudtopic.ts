import { isIP } from "node:net";
import type { Message, PubSub, Subscription } from "@google-cloud/pubsub";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { refuseAddress, resolveAllowed, type Server } from "@/lib/egress/reach";
import { type Broker, untilAborted } from "@/lib/feeds/brokers/broker";
import { IN_HAND_BYTES } from "@/lib/feeds/brokers/in-hand";
import { type BrokerMessage, toAttributes, toIdentity } from "@/lib/feeds/brokers/message";
import { toSentenceEnd } from "@/lib/feeds/brokers/sentence-end";
import { StepError, Walk } from "@/lib/feeds/brokers/walk";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { IsolatedTask } from "@/lib/feeds/consumer";
import type { CloudTopicSettings } from "@/lib/nouns/sources/pub-sub-schemas";
import { readServiceAccount } from "@/lib/nouns/sources/service-account";

/** Messages that a worker has in hand at once. */
const IN_HAND = 100;
/** The service sends on each stream as much as may be in hand in all, so that many streams would have it many times over. */
const MOST_STREAMS = 2;
/** An emulator asks for no login. Without one the library would look for one on this machine and its network. */
const NOBODY = { client_email: "nobody@example.com", private_key: "none" };
const GOOGLE: Server = { host: "pubsub.googleapis.com", port: 443, tls: true };

/** Google Pub/Sub by streaming pull, or an emulator of it. */
export const cloudtopic: Broker<CloudTopicSettings> = {
  async check(settings, guard) {
    const walk = new Walk();
    await walk.reach([serverOf(settings)], guard);
    let pubSub: PubSub | null = null;
    await walk.step("resource", async () => {
      pubSub = await open(settings, guard);
      await trySubscription(pubSub, settings);
      return `The subscription ${settings.subscription_id} is there, and may be read.`;
    });
    await (pubSub as PubSub | null)?.close();
    return walk.checks;
  },

  async consume(task, settings, workers) {
    const pubSub = await open(settings, task.guard);
    const subscription = pubSub.subscription(settings.subscription_id, {
      flowControl: { maxMessages: IN_HAND * workers, maxBytes: IN_HAND_BYTES, allowExcessMessages: false },
      streamingOptions: { maxStreams: Math.min(workers, MOST_STREAMS) },
    });
    try {
      await takeMessages(task, subscription);
    } catch (error) {
      throw toSentence(error, settings);
    } finally {
      await pubSub.close().catch((error) => task.log.debug({ err: error }, "closing Pub/Sub failed"));
    }
  },
};

function serverOf({ endpoint }: CloudTopicSettings): Server {
  if (endpoint === undefined) return GOOGLE;
  const colon = endpoint.lastIndexOf(":");
  return { host: endpoint.slice(0, colon), port: Number(endpoint.slice(colon + 1)), tls: false };
}

async function open(settings: CloudTopicSettings, guard: AddressGuard): Promise<PubSub> {
  const { project_id: projectId, service_account, endpoint } = settings;
  const server = serverOf(settings);
  refuseAddress(server.host, guard);
  const { PubSub } = await import("@google-cloud/pubsub");
  if (endpoint !== undefined) {
    // The library looks names up by itself: it gets the address that the guard allowed.
    const address = await resolveAllowed(server.host, guard);
    const host = isIP(address) === 6 ? `[${address}]` : address;
    return new PubSub({ projectId, credentials: NOBODY, apiEndpoint: `${host}:${server.port}`, emulatorMode: true });
  }
  const account = readServiceAccount(service_account);
  if ("wrong" in account) throw new StepError("login", account.wrong);
  return new PubSub({ projectId, credentials: account, emulatorMode: false, apiEndpoint: GOOGLE.host });
}

/**
 * Acknowledges a message that cannot be. It needs the very right that reading does, and takes nothing: where the
 * subscription is missing or forbidden that is told, and else that there is no such message.
 */
async function trySubscription(pubSub: PubSub, settings: CloudTopicSettings): Promise<void> {
  const { v1 } = await import("@google-cloud/pubsub");
  const client = new v1.SubscriberClient({ ...(await pubSub.getClientConfig()) } as never);
  const subscription = `projects/${settings.project_id}/subscriptions/${settings.subscription_id}`;
  try {
    await client.acknowledge({ subscription, ackIds: ["hookyard-connection-test"] }, { timeout: 10_000, retry: null });
  } catch (error) {
    if ((error as GrpcError).code !== INVALID_ARGUMENT) throw toSentence(error, settings);
  } finally {
    await client.close();
  }
}

type GrpcError = Error & { code?: number | string; details?: string };

/** Status codes of gRPC. */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;

function toSentence(error: unknown, settings: CloudTopicSettings): Error {
  const { code, details, message } = error as GrpcError;
  const told = toSentenceEnd(details || message);
  switch (code ?? UNKNOWN) {
    case 5:
      return new StepError(
        "resource",
        `The subscription ${settings.subscription_id} does not exist in the project ${settings.project_id}.`,
      );
    case 7:
      return new StepError("rights", `The service account may not read the subscription: ${told}`);
    case 16:
      return new StepError("login", `Google refuses the service account: ${told}`);
    case 14:
      return new Error(`The connection was lost: ${told}`);
  }
  if (/invalid_grant|invalid_client|DECODER|PEM|private key/i.test(told)) {
    return new StepError("login", `Google refuses the service account's key: ${told}`);
  }
  return error instanceof StepError ? error : new Error(`Pub/Sub refused: ${told}`);
}

/** Until it is stopped: no new ones then, those in hand are finished, and their acknowledgements sent. */
async function takeMessages(task: IsolatedTask, subscription: Subscription): Promise<void> {
  const inHand = new Set<Promise<void>>();
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  subscription.on("error", fail);
  subscription.on("close", () => fail(new Error("The subscription's stream was closed.")));
  let isStopping = false;
  subscription.on("message", (message: Message) => {
    if (isStopping) return message.nack();
    const handling = handle(task, message)
      .catch(fail)
      .finally(() => inHand.delete(handling));
    inHand.add(handling);
  });
  task.report.connected();
  try {
    await Promise.race([untilAborted(task.signal), failed]);
  } finally {
    // The listener stays: without one the subscription closes by itself, and nobody waits for its acknowledgements.
    isStopping = true;
    await Promise.all(inHand);
    await subscription.close();
  }
}

async function handle(task: IsolatedTask, message: Message): Promise<void> {
  try {
    await task.store.accept(toMessage(message));
    message.ack();
  } catch (error) {
    message.nack();
    if (!(error instanceof NotCommitted)) throw error;
  }
}

function toMessage({ data, attributes, id }: Message): BrokerMessage {
  // The service's own id, which no other message of the topic has.
  return { body: data, attributes: toAttributes(attributes), contentType: null, identity: toIdentity(id, true) };
}
