"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { SecretField } from "@/components/forms/secret-field";
import { TextField } from "@/components/forms/text-field";
import { type BrokerForm, textOf } from "@/components/sources/brokers/broker-form";
import type { PubSubValues } from "@/components/sources/brokers/pub-sub-values";

const LOGINS = [
  { value: "", label: "None" },
  { value: "plain", label: "SASL PLAIN" },
  { value: "scram", label: "SASL SCRAM" },
];
const HASHES = [
  { value: "SHA512", label: "SHA-512" },
  { value: "SHA256", label: "SHA-256" },
];

export const logstream: BrokerForm = {
  type: "logstream",
  title: "Apache Kafka",
  noun: "topic",
  tell: (settings) => `${textOf(settings, "topic_name")} at ${(settings.brokers as string[] | undefined)?.join(", ")}`,
  Fields: LogStreamFields,
};

function LogStreamFields() {
  const { control } = useFormContext<PubSubValues>();
  const login = useWatch({ control, name: "pub_sub.logstream.auth.type" });
  return (
    <>
      <TextField
        name="pub_sub.logstream.brokers"
        label="Brokers"
        mono
        lines={2}
        placeholder="kafka-1.example.com:9092"
        rule="host:port, one on each line."
        help="The others of the cluster are found by them."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pub_sub.logstream.topic_name" label="Topic" mono placeholder="events" />
        <TextField
          name="pub_sub.logstream.consumer_group_id"
          label="Consumer group"
          mono
          placeholder="hookyard"
          help="Keeps the place up to which the topic was read."
        />
      </div>
      <SwitchField name="pub_sub.logstream.auth.tls" label="Connect with TLS" />
      <SelectField name="pub_sub.logstream.auth.type" label="Login" choices={LOGINS} />
      {login !== "" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="pub_sub.logstream.auth.username" label="User name" mono />
          <SecretField name="pub_sub.logstream.auth.password" label="Password" />
        </div>
      )}
      {login === "scram" && <SelectField name="pub_sub.logstream.auth.hash" label="Hash of SCRAM" choices={HASHES} />}
    </>
  );
}
