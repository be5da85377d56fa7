"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { CommandBlock } from "@/components/code/command-block";
import { SelectField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { Section } from "@/components/forms/section";
import { BROKER_FORMS, tellBroker } from "@/components/sources/brokers/broker-forms";
import {
  NEW_PUB_SUB,
  type PubSubValues,
  toPubSubInput,
  toPubSubValues,
} from "@/components/sources/brokers/pub-sub-values";
import { TestConnectionButton } from "@/components/sources/test-connection";
import type { SourceSectionsProps, SourceTypeForm } from "@/components/sources/types/source-type";
import type { Source } from "@/lib/nouns/sources/schemas";

export const pubSub: SourceTypeForm<PubSubValues> = {
  type: "pub_sub",
  title: "Message broker",
  what: "Messages are read from RabbitMQ, Kafka, Amazon SQS or Google Pub/Sub.",
  newValues: NEW_PUB_SUB,
  toValues: toPubSubValues,
  toInput: toPubSubInput,
  Sections: BrokerSections,
  About: BrokerAbout,
  subscribedIn: [],
  whenOff: "Switched off, messages stay at the broker.",
  whenDeleted: "Messages stay at the broker from then on.",
  tell: (source) => tellBroker(source).title,
};

const BROKERS = Object.values(BROKER_FORMS).map(({ type, title }) => ({ value: type, label: title }));

function BrokerSections({ projectID, sourceID }: SourceSectionsProps) {
  const { control } = useFormContext<PubSubValues>();
  const type = useWatch({ control, name: "pub_sub.type" });
  const { Fields } = BROKER_FORMS[type];
  return (
    <Section
      title="Broker"
      why="A message is acknowledged only after its event is on disk. A change here counts within two seconds."
    >
      <SelectField name="pub_sub.type" label="Broker" choices={BROKERS} />
      <Fields />
      <NumberField
        name="pub_sub.workers"
        label="Workers"
        unit="consumers in all"
        min={1}
        max={100}
        help="Whatever the number of copies of the program. More than one may change the order of messages."
      />
      <TestConnectionButton<PubSubValues>
        projectID={projectID}
        sourceID={sourceID}
        toSettings={toPubSubInput}
        resource="Queue or topic"
      />
    </Section>
  );
}

const MESSAGE = JSON.stringify(
  { owner_id: "customer-1001", event_type: "order.created", data: { id: 1001 }, idempotency_key: "order-1001" },
  null,
  2,
);

function BrokerAbout({ source }: { source: Source }) {
  const { title, place } = tellBroker(source);
  return (
    <Section title={title} why={`Reads the ${place}.`}>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
          What a message looks like
        </summary>
        <div className="mt-2 space-y-2">
          <CommandBlock command={MESSAGE} what="sample message" />
          <p className="text-ink-muted">
            With endpoint_id it goes to one endpoint, with owner_id to all of an owner, with neither to all whose
            subscriptions take it. The attribute x-message-type (single, fanout, broadcast) says so too. What is
            malformed is kept as an event that failed, with the reason.
          </p>
        </div>
      </details>
    </Section>
  );
}
