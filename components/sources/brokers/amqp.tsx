"use client";

import { SelectField } from "@/components/forms/choice-fields";
import { SecretField } from "@/components/forms/secret-field";
import { TextField } from "@/components/forms/text-field";
import { type BrokerForm, textOf } from "@/components/sources/brokers/broker-form";

const SCHEMES = [
  { value: "amqp", label: "amqp: without TLS" },
  { value: "amqps", label: "amqps: with TLS" },
];

export const amqp: BrokerForm = {
  type: "amqp",
  title: "AMQP 0-9-1 (RabbitMQ)",
  noun: "queue",
  tell: (settings) => `${textOf(settings, "queue")} at ${textOf(settings, "host")}`,
  Fields: AmqpFields,
};

function AmqpFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[11rem_1fr_7rem]">
        <SelectField name="pub_sub.amqp.schema" label="Scheme" choices={SCHEMES} />
        <TextField name="pub_sub.amqp.host" label="Host" mono placeholder="rabbitmq.example.com" />
        <TextField name="pub_sub.amqp.port" label="Port" mono placeholder="5672" />
      </div>
      <TextField name="pub_sub.amqp.vhost" label="Virtual host" optional mono placeholder="/" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pub_sub.amqp.auth.user" label="User" optional mono help="Empty is guest with its password." />
        <SecretField name="pub_sub.amqp.auth.password" label="Password" optional />
      </div>
      <TextField name="pub_sub.amqp.queue" label="Queue" mono placeholder="events" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="pub_sub.amqp.bindExchange.exchange"
          label="Bind to the exchange"
          optional
          mono
          help="The queue is then made where it is missing. The exchange must be there."
        />
        <TextField name="pub_sub.amqp.bindExchange.routingKey" label="Routing key" optional mono />
      </div>
      <TextField
        name="pub_sub.amqp.deadLetterExchange"
        label="Dead letter exchange"
        optional
        mono
        help="A malformed message goes there, beside its record here. It must be there."
      />
    </>
  );
}
