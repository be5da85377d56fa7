import { z } from "zod";
import { parseUrl } from "@/lib/kernel/parse-url";

const Text = z.string().max(2_000, "Use at most 2,000 characters.");
const Named = (what: string) => Text.min(1, `Give the ${what}.`);

const Host = z
  .string()
  .max(253, "Use at most 253 characters.")
  .regex(
    /^(\[[\da-f:.]+\]|[\da-f:.]*:[\da-f:.]*|[\w.-]+)$/i,
    "Give a host name or an address, without amqp:// and port.",
  );

const Port = z
  .string()
  .regex(/^\d{1,5}$/, "Give a port as digits, such as 5672.")
  .refine((port) => Number(port) >= 1 && Number(port) <= 65_535, "Give a port from 1 to 65535.");

const HostAndPort = z
  .string()
  .max(260, "Use at most 260 characters.")
  .regex(/^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i, "Give host:port, such as kafka.example.com:9092.");

const Amqp = z.strictObject({
  auth: z
    .strictObject({ user: Named("user"), password: Text })
    .optional()
    .describe("guest and guest when left out"),
  bindExchange: z
    .strictObject({ exchange: Named("exchange"), routingKey: Text })
    .optional()
    .describe("The queue is made (durable) where it is not there, and bound to this exchange, which must be there"),
  deadLetterExchange: Named("exchange")
    .optional()
    .describe(
      "Where a malformed message goes, beside its record; without one the queue's own dead lettering applies. It must be there",
    ),
  host: Host,
  port: Port.optional().describe("5672, or 5671 with amqps, when left out"),
  queue: Named("queue"),
  schema: z.enum(["amqp", "amqps"], "Choose amqp, or amqps for TLS.").optional(),
  vhost: Text.optional().describe("/ when left out"),
});

const CloudTopic = z.strictObject({
  project_id: z.string().regex(/^[a-z][a-z0-9:.-]{1,98}$/, "Give the id of the Google Cloud project."),
  service_account: z
    .union([z.array(z.int().min(0).max(255)).max(65_536), z.record(z.string(), z.unknown()), z.string().max(131_072)])
    .optional()
    .describe("The key file: as an array of its bytes, as a JSON object, or as base64"),
  subscription_id: z
    .string()
    .regex(/^[A-Za-z][\w.~+%-]{2,254}$/, "Give the subscription's id, without projects/…/subscriptions/."),
  endpoint: HostAndPort.optional().describe(
    "An addition to the contract: host:port of a Pub/Sub emulator, spoken to without TLS and login",
  ),
});

const LogStream = z.strictObject({
  auth: z
    .strictObject({
      type: z.enum(["plain", "scram"], "Choose plain or scram.").optional(),
      username: Text.optional(),
      password: Text.optional(),
      hash: z
        .enum(["SHA256", "SHA512"], "Choose SHA256 or SHA512.")
        .optional()
        .describe("Of scram; SHA512 unless given"),
      tls: z.boolean().default(false),
    })
    .refine(({ type, username }) => !type || !!username, { path: ["username"], message: "Give the user name." })
    .refine(({ type, password }) => !type || !!password, { path: ["password"], message: "Give the password." })
    .refine(({ type, username }) => !!type || !username, { path: ["type"], message: "Choose plain or scram." })
    .optional()
    .describe("Without type and user name there is no login; tls alone is TLS without one"),
  brokers: z.array(HostAndPort).min(1, "Name at least one broker.").max(100),
  consumer_group_id: Named("consumer group"),
  topic_name: z.string().regex(/^[\w.-]{1,249}$/, "Give the topic's name: letters, digits and . _ - only."),
});

const CloudQueue = z.strictObject({
  access_key_id: Named("access key id"),
  default_region: z.string().regex(/^[a-z0-9-]{1,50}$/, "Give a region, such as eu-central-1."),
  queue_name: z.string().regex(/^[\w-]{1,80}(\.fifo)?$/, "Give the queue's name, not its URL."),
  secret_key: Named("secret key"),
  endpoint: z
    .string()
    .max(2_000)
    .refine(
      (url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url) && parseUrl(url) !== null,
      "Give http:// or https://, host and port.",
    )
    .optional()
    .describe("An addition to the contract: the address of an SQS-compatible server; Amazon's own when left out"),
});

const workers = z
  .int()
  .min(1, "At least 1.")
  .max(100, "At most 100.")
  .default(1)
  .describe(
    "Consumers of this source in all, whatever the number of copies. They share what a source may have in hand (128 MiB of messages as large as the project takes): where messages are that large, fewer work",
  );

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
export type AmqpSettings = z.infer<typeof Amqp>;
export type CloudTopicSettings = z.infer<typeof CloudTopic>;
export type LogStreamSettings = z.infer<typeof LogStream>;
export type CloudQueueSettings = z.infer<typeof CloudQueue>;
