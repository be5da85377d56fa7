import type { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";

export type BrokerType = PubSub["type"];

/** The fields of every broker, so that a choice can be changed and changed back. Empty texts are not sent. */
export type PubSubValues = {
  pub_sub: {
    type: BrokerType;
    workers: number;
    amqp: {
      schema: "amqp" | "amqps";
      host: string;
      port: string;
      vhost: string;
      auth: { user: string; password: string };
      queue: string;
      bindExchange: { exchange: string; routingKey: string };
      deadLetterExchange: string;
    };
    cloudqueue: {
      queue_name: string;
      default_region: string;
      access_key_id: string;
      secret_key: string;
      endpoint: string;
    };
    cloudtopic: { project_id: string; subscription_id: string; service_account: string; endpoint: string };
    logstream: {
      /** One host:port on each line. */
      brokers: string;
      topic_name: string;
      consumer_group_id: string;
      auth: {
        type: "" | "plain" | "scram";
        username: string;
        password: string;
        hash: "SHA256" | "SHA512";
        tls: boolean;
      };
    };
  };
};

export const NEW_PUB_SUB: PubSubValues = {
  pub_sub: {
    type: "amqp",
    workers: 1,
    amqp: {
      schema: "amqp",
      host: "",
      port: "",
      vhost: "",
      auth: { user: "", password: "" },
      queue: "",
      bindExchange: { exchange: "", routingKey: "" },
      deadLetterExchange: "",
    },
    cloudqueue: { queue_name: "", default_region: "", access_key_id: "", secret_key: "", endpoint: "" },
    cloudtopic: { project_id: "", subscription_id: "", service_account: "", endpoint: "" },
    logstream: {
      brokers: "",
      topic_name: "",
      consumer_group_id: "",
      auth: { type: "", username: "", password: "", hash: "SHA512", tls: false },
    },
  },
};

type Settings = PubSubValues["pub_sub"];

/** The form of /v1: only the object of the type, and an exchange's binding in two flat fields. */
type Returned = Partial<Settings> & {
  amqp?: Partial<Settings["amqp"]> & { bindedExchange?: string; routingKey?: string };
  logstream?: Omit<Partial<Settings["logstream"]>, "brokers" | "auth"> & {
    brokers: string[];
    auth?: Partial<Settings["logstream"]["auth"]>;
  };
};

export function toPubSubValues(source: Source): PubSubValues {
  const { amqp, logstream, cloudqueue, cloudtopic, ...rest } = (source.pub_sub ?? {}) as Returned;
  const made = NEW_PUB_SUB.pub_sub;
  const { bindedExchange = "", routingKey = "", ...queue } = amqp ?? {};
  return {
    pub_sub: {
      ...made,
      ...rest,
      amqp: {
        ...made.amqp,
        ...queue,
        auth: { ...made.amqp.auth, ...amqp?.auth },
        bindExchange: { exchange: bindedExchange, routingKey },
      },
      cloudqueue: { ...made.cloudqueue, ...cloudqueue },
      cloudtopic: { ...made.cloudtopic, ...cloudtopic },
      logstream: {
        ...made.logstream,
        ...logstream,
        brokers: logstream?.brokers.join("\n") ?? "",
        auth: { ...made.logstream.auth, ...logstream?.auth },
      },
    },
  };
}

export function toPubSubInput({ pub_sub }: PubSubValues): { pub_sub: NonNullable<CreateSource["pub_sub"]> } {
  const { type, workers } = pub_sub;
  switch (type) {
    case "amqp":
      return { pub_sub: { type, workers, amqp: toAmqp(pub_sub.amqp) } };
    case "cloudqueue": {
      const { endpoint, ...cloudqueue } = pub_sub.cloudqueue;
      return { pub_sub: { type, workers, cloudqueue: { ...cloudqueue, ...filled({ endpoint }) } } };
    }
    case "cloudtopic": {
      const { endpoint, service_account, ...cloudtopic } = pub_sub.cloudtopic;
      return { pub_sub: { type, workers, cloudtopic: { ...cloudtopic, ...filled({ service_account, endpoint }) } } };
    }
    case "logstream":
      return { pub_sub: { type, workers, logstream: toLogStream(pub_sub.logstream) } };
  }
}

function toAmqp({ host, queue, schema, auth, bindExchange, ...optional }: Settings["amqp"]) {
  return {
    host,
    queue,
    schema,
    ...filled(optional),
    ...(auth.user + auth.password !== "" && { auth }),
    ...(bindExchange.exchange + bindExchange.routingKey !== "" && { bindExchange }),
  };
}

function toLogStream({ brokers, auth, ...topic }: Settings["logstream"]) {
  const { type, username, password, hash, tls } = auth;
  const login = type !== "" && { type, username, password, ...(type === "scram" && { hash }) };
  return {
    ...topic,
    brokers: brokers.split(/[\s,]+/).filter((broker) => broker !== ""),
    ...((login || tls) && { auth: { ...login, tls } }),
  };
}

/** Drops empty texts. */
function filled<T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) as Partial<T>;
}
