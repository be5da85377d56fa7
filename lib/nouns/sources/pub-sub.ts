import type { FieldError } from "@/lib/kernel/errors";
import type { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import { readServiceAccount } from "@/lib/nouns/sources/service-account";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreForAddress } from "@/lib/wire/stored-credentials";

/**
 * Completes a caller's broker settings with stored credentials where `[REDACTED]` was sent back, for the stored broker
 * only.
 */
export function completePubSub(input: PubSub, stored: PubSub | null): { pubSub: PubSub; errors: FieldError[] } {
  const { value, errors } = restoreForAddress(input, stored, { root: "pub_sub", addressOf });
  return { pubSub: value, errors: errors.length > 0 ? errors : findServiceAccountErrors(value) };
}

function addressOf(pubSub: PubSub): string {
  switch (pubSub.type) {
    case "amqp":
      return JSON.stringify(["amqp", pubSub.amqp.host, pubSub.amqp.port, pubSub.amqp.schema]);
    case "logstream":
      return JSON.stringify(["logstream", pubSub.logstream.brokers, pubSub.logstream.auth?.tls]);
    case "cloudqueue":
      return JSON.stringify(["cloudqueue", pubSub.cloudqueue.endpoint]);
    case "cloudtopic":
      return JSON.stringify(["cloudtopic", pubSub.cloudtopic.endpoint]);
  }
}

function findServiceAccountErrors(pubSub: PubSub): FieldError[] {
  if (pubSub.type !== "cloudtopic") return [];
  const { service_account, endpoint } = pubSub.cloudtopic;
  const path = "pub_sub.cloudtopic.service_account";
  if (service_account === undefined) {
    return endpoint === undefined ? [{ path, message: "Give the service account's key file." }] : [];
  }
  const read = readServiceAccount(service_account);
  return "wrong" in read ? [{ path, message: read.wrong }] : [];
}

/** The contract's form: without credentials, and with an exchange's binding in two flat fields. */
export function toReturnedPubSub(pubSub: PubSub): Record<string, unknown> {
  const shown = redactCredentials(pubSub);
  if (shown.type !== "amqp") return shown;
  const { bindExchange, ...amqp } = shown.amqp;
  const binding = bindExchange && { bindedExchange: bindExchange.exchange, routingKey: bindExchange.routingKey };
  return { ...shown, amqp: { ...amqp, ...binding } };
}
