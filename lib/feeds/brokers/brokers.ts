import type { AddressGuard } from "@/lib/egress/address-guard";
import { amqp } from "@/lib/feeds/brokers/amqp";
import type { Broker } from "@/lib/feeds/brokers/broker";
import { cloudqueue } from "@/lib/feeds/brokers/cloudqueue";
import { cloudtopic } from "@/lib/feeds/brokers/cloudtopic";
import { cutMessages } from "@/lib/feeds/brokers/in-hand";
import { logstream } from "@/lib/feeds/brokers/logstream";
import type { IsolatedKind } from "@/lib/feeds/consumer";
import { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

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
export const brokers: IsolatedKind = {
  check: ({ settings, guard }) => checkInTime(toBroker(PubSub.parse(settings)), guard),

  async consume(task) {
    const pubSub = PubSub.parse(task.source.settings);
    const broker = toBroker(pubSub);
    const failed = (await checkInTime(broker, task.guard)).find((check) => !check.ok);
    if (failed) throw new Error(failed.message);
    const store = cutMessages(task.store, task.maxPayloadBytes);
    if (!task.signal.aborted) await broker.consume({ ...task, store }, undefined, pubSub.workers);
  },
};

/** A server may take the connection and then leave its client waiting, whatever time limits that has of its own. */
async function checkInTime(broker: Pick<Broker<void>, "check">, guard: AddressGuard): Promise<ConnectionCheck[]> {
  const message = `The server takes the connection, and then gives no answer within ${CHECK_MS / 1000} seconds.`;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ConnectionCheck[]>((resolve) => {
    timer = setTimeout(() => resolve([{ step: "login", ok: false, message }]), CHECK_MS);
  });
  return Promise.race([broker.check(undefined, guard), late]).finally(() => clearTimeout(timer));
}

const CHECK_MS = 45_000;
