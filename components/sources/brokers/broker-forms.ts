import { amqp } from "@/components/sources/brokers/amqp";
import type { BrokerForm } from "@/components/sources/brokers/broker-form";
import { cloudqueue } from "@/components/sources/brokers/cloudqueue";
import { cloudtopic } from "@/components/sources/brokers/cloudtopic";
import { logstream } from "@/components/sources/brokers/logstream";
import type { BrokerType } from "@/components/sources/brokers/pub-sub-values";
import type { Source } from "@/lib/nouns/sources/schemas";

export const BROKER_FORMS: Record<BrokerType, BrokerForm> = { amqp, cloudqueue, cloudtopic, logstream };

/** The broker of a source and its location: "queue events at rabbitmq.example.com". */
export function tellBroker({ pub_sub }: Source): { title: string; place: string } {
  const { type, ...settings } = (pub_sub ?? {}) as { type?: BrokerType } & Record<string, Record<string, unknown>>;
  if (!type) return { title: "No broker", place: "" };
  const { title, noun, tell } = BROKER_FORMS[type];
  return { title, place: `${noun} ${tell(settings[type] ?? {})}` };
}
