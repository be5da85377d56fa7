"use client";

import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { SecretField } from "@/components/forms/secret-field";
import { TextField } from "@/components/forms/text-field";
import { type BrokerForm, textOf } from "@/components/sources/brokers/broker-form";
import type { PubSubValues } from "@/components/sources/brokers/pub-sub-values";

export const cloudtopic: BrokerForm = {
  type: "cloudtopic",
  title: "Google Pub/Sub",
  noun: "subscription",
  tell: (settings) => `${textOf(settings, "subscription_id")} in ${textOf(settings, "project_id")}`,
  Fields: CloudTopicFields,
};

const KEY_FILE = "pub_sub.cloudtopic.service_account";

function CloudTopicFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pub_sub.cloudtopic.project_id" label="Google Cloud project" mono placeholder="shop-prod-1" />
        <TextField
          name="pub_sub.cloudtopic.subscription_id"
          label="Subscription"
          mono
          placeholder="hookyard"
          rule="Its id, without projects/…/subscriptions/."
        />
      </div>
      <SecretField
        name={KEY_FILE}
        label="Key of the service account"
        rule="The JSON of the key file, pasted or chosen."
        help="The account needs the role Pub/Sub Subscriber."
      />
      <KeyFile />
      <TextField
        name="pub_sub.cloudtopic.endpoint"
        label="Emulator"
        optional
        mono
        placeholder="localhost:8085"
        rule="host:port of a Pub/Sub emulator, spoken to without TLS and key."
        help="Empty is Google's own."
      />
    </>
  );
}

function KeyFile() {
  const id = useId();
  const { setValue } = useFormContext<PubSubValues>();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        Or choose the key file
      </label>
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        className="max-w-full text-ink-muted file:mr-2 file:h-8 file:rounded file:border file:border-line file:bg-canvas file:px-3 file:font-medium file:text-ink hover:file:bg-hover"
        onChange={async (event) => {
          const [file] = event.target.files ?? [];
          if (file) setValue(KEY_FILE, await file.text(), { shouldDirty: true });
        }}
      />
    </div>
  );
}
