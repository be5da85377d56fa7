import { expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { brokers } from "@/lib/feeds/brokers/brokers";
import { newId } from "@/lib/kernel/ids";
import type { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";

const host = "10.0.0.1";
const keys = { access_key_id: "i", secret_key: "s", default_region: "eu-central-1" };
const BEHIND_THE_GUARD: PubSub[] = [
  { type: "amqp", workers: 1, amqp: { host, queue: "q" } },
  { type: "logstream", workers: 1, logstream: { brokers: [`${host}:9092`], consumer_group_id: "g", topic_name: "t" } },
  { type: "cloudqueue", workers: 1, cloudqueue: { ...keys, queue_name: "q", endpoint: `http://${host}:9324` } },
  {
    type: "cloudtopic",
    workers: 1,
    cloudtopic: { project_id: "project-1", subscription_id: "subscription-1", endpoint: `${host}:8085` },
  },
];

it.each(BEHIND_THE_GUARD)("$type tells a refused address as a check that failed", async (pubSub) => {
  const checks = await brokers.check({ id: newId(), settings: pubSub, guard: createAddressGuard("") });
  expect(checks).toEqual([
    { step: "address", ok: false, message: expect.stringContaining(`${host} is a private address`) },
  ]);
});
