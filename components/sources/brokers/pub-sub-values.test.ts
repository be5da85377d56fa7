import { describe, expect, it } from "vitest";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { toReturnedPubSub } from "@/lib/nouns/sources/pub-sub";
import { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import { toPubSubInput, toPubSubValues } from "./pub-sub-values";

const least: PubSub[] = [
  { type: "amqp", workers: 1, amqp: { host: "mq.example.com", queue: "events", schema: "amqp" } },
  {
    type: "cloudqueue",
    workers: 1,
    cloudqueue: { queue_name: "events", default_region: "eu-central-1", access_key_id: "a", secret_key: REDACTED },
  },
  {
    type: "cloudtopic",
    workers: 1,
    cloudtopic: { project_id: "shop-1", subscription_id: "events", endpoint: "localhost:8085" },
  },
  {
    type: "logstream",
    workers: 1,
    logstream: { brokers: ["a:9092", "b:9092"], topic_name: "events", consumer_group_id: "hookyard" },
  },
];

const most: PubSub[] = [
  {
    type: "amqp",
    workers: 4,
    amqp: {
      host: "mq.example.com",
      port: "5671",
      schema: "amqps",
      vhost: "shop",
      auth: { user: "hookyard", password: REDACTED },
      queue: "events",
      bindExchange: { exchange: "shop", routingKey: "order.#" },
      deadLetterExchange: "dead",
    },
  },
  {
    type: "logstream",
    workers: 2,
    logstream: {
      brokers: ["a:9093"],
      topic_name: "events",
      consumer_group_id: "hookyard",
      auth: { type: "scram", username: "hookyard", password: REDACTED, hash: "SHA256", tls: true },
    },
  },
  {
    type: "logstream",
    workers: 2,
    logstream: { brokers: ["a:9093"], topic_name: "events", consumer_group_id: "hookyard", auth: { tls: true } },
  },
];

describe("the fields of a broker", () => {
  it.each([...least, ...most])("contain what /v1 returns of $type, and send the same back", (settings) => {
    const source = { pub_sub: toReturnedPubSub(PubSub.parse(settings)) } as unknown as Source;
    const sent = toPubSubInput(toPubSubValues(source));
    expect(PubSub.parse(sent.pub_sub)).toEqual(settings);
  });
});
