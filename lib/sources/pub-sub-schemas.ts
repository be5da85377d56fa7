import { z } from "zod";

const Text = z.string().max(2_000, "Use at most 2,000 characters.");

const Amqp = z.strictObject({
  auth: z.strictObject({ user: Text, password: Text }).optional(),
  bindExchange: z.strictObject({ exchange: Text, routingKey: Text }).optional(),
  deadLetterExchange: Text.optional(),
  host: Text,
  port: Text,
  queue: Text,
  schema: Text.optional(),
  vhost: Text.optional(),
});

const CloudTopic = z.strictObject({
  project_id: Text,
  service_account: z
    .union([z.array(z.int().min(0).max(255)).max(65_536), z.record(z.string(), z.unknown()), z.string().max(131_072)])
    .describe("The key file: as an array of its bytes, as a JSON object, or as base64"),
  subscription_id: Text,
});

const LogStream = z.strictObject({
  auth: z
    .strictObject({
      type: z.enum(["plain", "scram"]),
      username: Text,
      password: Text,
      hash: z.enum(["SHA256", "SHA512"]).optional(),
      tls: z.boolean().default(false),
    })
    .optional(),
  brokers: z.array(Text).min(1, "Name at least one broker.").max(100),
  consumer_group_id: Text,
  topic_name: Text,
});

const CloudQueue = z.strictObject({ access_key_id: Text, default_region: Text, queue_name: Text, secret_key: Text });

const workers = z.int().min(1, "At least 1.").max(100, "At most 100.").default(1);

/** A message broker to read from; `type` names the object that must come with it. */
export const PubSub = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("amqp"), workers, amqp: Amqp }),
    z.strictObject({ type: z.literal("cloudqueue"), workers, cloudqueue: CloudQueue }),
    z.strictObject({ type: z.literal("cloudtopic"), workers, cloudtopic: CloudTopic }),
    z.strictObject({ type: z.literal("logstream"), workers, logstream: LogStream }),
  ],
  "Choose the type amqp, cloudqueue, cloudtopic or logstream, with the object of that name.",
);
export type PubSub = z.infer<typeof PubSub>;
