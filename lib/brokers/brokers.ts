import { amqp } from "@/lib/brokers/amqp";
import type { Broker } from "@/lib/brokers/broker";
import { cloudqueue } from "@/lib/brokers/cloudqueue";
import { cloudtopic } from "@/lib/brokers/cloudtopic";
import { logstream } from "@/lib/brokers/logstream";
import type { ConsumerKind } from "@/lib/consumers/consumer";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { PubSub } from "@/lib/sources/pub-sub-schemas";
import type { ConnectionCheck, TestedConnection } from "@/lib/sources/test-connection-schemas";

/** A broker with its settings put in. Each loads its library only when it is used. */
function toBroker(pubSub: PubSub): Pick<Broker<void>, "check" | "consume"> {
  switch (pubSub.type) {
    case "amqp":
      return withSettings(amqp, pubSub.amqp);
    case "logstream":
      return withSettings(logstream, pubSub.logstream);
    case "cloudqueue":
      return withSettings(cloudqueue, pubSub.cloudqueue);
    case "cloudtopic":
      return withSettings(cloudtopic, pubSub.cloudtopic);
  }
}

function withSettings<Settings>({ check, consume }: Broker<Settings>, settings: Settings): Broker<void> {
  return {
    check: (_, guard) => check(settings, guard),
    consume: (task, _, workers) => consume(task, settings, workers),
  };
}

/** Message brokers as a kind of consumed sources. What is wrong before the first message is told as the test tells it. */
export const brokers: ConsumerKind = {
  async consume(task) {
    const pubSub = PubSub.parse(task.source.readSettings());
    const broker = toBroker(pubSub);
    const failed = (await broker.check(undefined, task.services.guard)).find((check) => !check.ok);
    if (failed) throw new Error(failed.message);
    if (!task.signal.aborted) await broker.consume(task, undefined, pubSub.workers);
  },
};

/** Tries a broker's settings without taking a message or changing anything. */
export async function testBroker(pubSub: PubSub, guard: AddressGuard): Promise<TestedConnection> {
  return toTested(await toBroker(pubSub).check(undefined, guard));
}

function toTested(checks: ConnectionCheck[]): TestedConnection {
  const failed = checks.find((check) => !check.ok);
  return { ok: !failed, message: failed?.message ?? "All is well: events can come from here.", checks };
}
