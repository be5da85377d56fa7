import type { Connection } from "rabbitmq-client";
import { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import { missingRabbit, POWERLESS, RabbitServer, VHOST } from "@/lib/feeds/brokers/conformance/rabbitmq-server.fixture";
import type { BrokerServer, TestQueue, Trial } from "@/lib/feeds/brokers/conformance/server.fixture";
import { newId } from "@/lib/kernel/ids";

export const rabbitmq: BrokerServer = {
  name: "amqp on RabbitMQ",
  tellsLoss: true,
  missing: missingRabbit,
  open: openRabbit,
};

export async function openRabbit() {
  const server = await RabbitServer.open();
  const control = await server.connect();
  const { port } = server;
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
      await server.close();
    },
  };
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
