import { createRequire } from "node:module";
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import type { BrokerServer, TestMessage, TestQueue, Trial } from "@/lib/feeds/brokers/conformance/server.fixture";
import { newId } from "@/lib/kernel/ids";

const PROJECT = "hookyard-tests";
const ACK_DEADLINE_MS = 10_000;

/** Not Google's Pub/Sub, which is a service and cannot be had here, but a small server that is made of its own protocol. */
export const pubsub: BrokerServer = {
  name: "cloudtopic on a stand-in of its protocol (not Google's)",
  tellsLoss: false,
  missing: () => null,
  open: openPubSub,
};

type Held = { id: string; message: TestMessage; stream: Stream | null; until: number };
type Received = { ackId: string; message: { data: Buffer; attributes: Record<string, string>; messageId: string } };
type Request = {
  subscription: string;
  ackIds: string[];
  modifyDeadlineAckIds: string[];
  modifyDeadlineSeconds: number[];
};
type Stream = ServerDuplexStream<Request, { receivedMessages: Received[] }>;

/** A subscription: its messages until they are acknowledged, given to whichever stream is there. */
class Queue {
  readonly #held = new Map<string, Held>();
  readonly #streams = new Set<Stream>();
  #sent = 0;

  add(messages: readonly TestMessage[]): void {
    for (const message of messages) {
      this.#sent += 1;
      const id = String(this.#sent);
      this.#held.set(id, { id, message, stream: null, until: 0 });
    }
    this.give();
  }

  join(stream: Stream): void {
    this.#streams.add(stream);
    this.give();
  }

  leave(stream: Stream): void {
    this.#streams.delete(stream);
    for (const held of this.#held.values()) if (held.stream === stream) held.stream = null;
    this.give();
  }

  acknowledge(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
  }

  /** A deadline of 0 gives a message back. */
  extend(ids: readonly string[], seconds: number): void {
    for (const id of ids) {
      const held = this.#held.get(id);
      if (!held) continue;
      held.until = Date.now() + seconds * 1000;
      if (seconds === 0) held.stream = null;
    }
    setImmediate(() => this.give());
  }

  give(): void {
    const [stream] = this.#streams;
    if (!stream) return;
    const free = [...this.#held.values()].filter((held) => held.stream === null);
    for (const held of free) {
      held.stream = stream;
      held.until = Date.now() + ACK_DEADLINE_MS;
    }
    if (free.length === 0) return;
    const receivedMessages = free.map(({ id, message }) => ({
      ackId: id,
      message: { data: Buffer.from(message.body), attributes: message.attributes ?? {}, messageId: id },
    }));
    stream.write({ receivedMessages });
  }

  get size(): number {
    return this.#held.size;
  }
}

async function openPubSub() {
  const queues = new Map<string, Queue>();
  const find = (name: string): Queue => {
    const queue = queues.get(name);
    if (!queue) throw Object.assign(new Error("Resource not found."), { code: status.NOT_FOUND });
    return queue;
  };
  const answer =
    (act: (request: Request & { ackDeadlineSeconds: number }) => void) =>
    (call: ServerUnaryCall<Request & { ackDeadlineSeconds: number }, object>, callback: sendUnaryData<object>) => {
      try {
        act(call.request);
        callback(null, {});
      } catch (error) {
        callback(error as Error);
      }
    };
  const server = new Server();
  const require = createRequire(import.meta.url);
  const protocol = fromJSON(require("@google-cloud/pubsub/build/protos/protos.json"), {
    longs: Number,
    defaults: true,
  });
  server.addService(protocol["google.pubsub.v1.Subscriber"] as never, {
    acknowledge: answer(({ subscription, ackIds }) => find(subscription).acknowledge(ackIds)),
    modifyAckDeadline: answer(({ subscription, ackIds, ackDeadlineSeconds }) =>
      find(subscription).extend(ackIds, ackDeadlineSeconds),
    ),
    streamingPull(stream: Stream) {
      let queue: Queue | null = null;
      stream.on("error", () => {});
      stream.on("data", (request: Request) => {
        try {
          if (!queue) {
            queue = find(request.subscription);
            queue.join(stream);
          }
          queue.acknowledge(request.ackIds);
          request.modifyDeadlineAckIds.forEach((id, index) => {
            queue?.extend([id], request.modifyDeadlineSeconds[index] ?? 0);
          });
        } catch (error) {
          stream.emit("error", error);
        }
      });
      for (const end of ["end", "close", "cancelled"]) stream.on(end, () => queue?.leave(stream));
      stream.on("end", () => stream.end());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const gate = await new Gate(port).open();
  return {
    gate,
    async queue(): Promise<TestQueue> {
      const subscription_id = `s-${newId()}`;
      const queue = new Queue();
      queues.set(`projects/${PROJECT}/subscriptions/${subscription_id}`, queue);
      return {
        settings: {
          type: "cloudtopic",
          workers: 2,
          cloudtopic: { project_id: PROJECT, subscription_id, endpoint: `127.0.0.1:${gate.port}` },
        },
        send: async (messages) => queue.add(messages),
        unacknowledged: async () => queue.size,
      };
    },
    trials({ settings }: TestQueue): Trial[] {
      if (settings.type !== "cloudtopic") return [];
      const { cloudtopic } = settings;
      const missing = { ...settings, cloudtopic: { ...cloudtopic, subscription_id: "none" } };
      const away = { ...settings, cloudtopic: { ...cloudtopic, endpoint: "127.0.0.1:1" } };
      return [
        { settings, step: "resource", ok: true, says: "is there, and may be read." },
        { settings: missing, step: "resource", ok: false, says: `The subscription none does not exist in the project` },
        { settings: away, step: "connection", ok: false, says: "Connection refused by 127.0.0.1:1." },
      ];
    },
    async close() {
      await gate.close();
      server.forceShutdown();
    },
  };
}
