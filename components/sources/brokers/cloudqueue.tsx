"use client";

import { SecretField } from "@/components/forms/secret-field";
import { TextField } from "@/components/forms/text-field";
import { type BrokerForm, textOf } from "@/components/sources/brokers/broker-form";

export const cloudqueue: BrokerForm = {
  type: "cloudqueue",
  title: "Amazon SQS",
  noun: "queue",
  tell: (settings) => `${textOf(settings, "queue_name")} in ${textOf(settings, "default_region")}`,
  Fields: CloudQueueFields,
};

function CloudQueueFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="pub_sub.cloudqueue.queue_name"
          label="Queue"
          mono
          placeholder="events"
          rule="Its name, not its URL."
        />
        <TextField name="pub_sub.cloudqueue.default_region" label="Region" mono placeholder="eu-central-1" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pub_sub.cloudqueue.access_key_id" label="Access key id" mono />
        <SecretField name="pub_sub.cloudqueue.secret_key" label="Secret key" />
      </div>
      <TextField
        name="pub_sub.cloudqueue.endpoint"
        label="Server"
        type="url"
        optional
        mono
        placeholder="https://sqs.example.com"
        help="Of an SQS-compatible server. Empty is Amazon's own of the region."
      />
    </>
  );
}
