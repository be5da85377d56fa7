"use client";

import Link from "next/link";
import { useFormContext, useWatch } from "react-hook-form";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { useSourceChoices } from "@/components/sources/queries";
import { FilterEditor } from "@/components/subscriptions/filter-editor";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";

type SubscriptionFieldsProps = { projectID: string; isIncoming: boolean; isNew?: boolean };

const STRATEGIES = [
  { value: "exponential", label: "Exponential: each wait is twice the one before" },
  { value: "linear", label: "Linear: the same wait each time" },
];

export function SubscriptionFields({ projectID, isIncoming, isNew = false }: SubscriptionFieldsProps) {
  const sources = useSourceChoices(projectID);
  const endpoints = useEndpointChoices(projectID);
  const home = `/projects/${projectID}`;
  return (
    <>
      <Section title="Subscription">
        <TextField name="name" label="Name" placeholder="Orders to the warehouse" autoFocus={isNew} />
        {isIncoming && (
          <SelectField
            name="source_id"
            label="Source"
            placeholder="Choose a source"
            choices={sources.map(({ uid, name }) => ({ value: uid, label: name }))}
            help={sources.length === 0 && <MakeFirst href={`${home}/sources/new`} noun="source" />}
          />
        )}
        <SelectField
          name="endpoint_id"
          label="Endpoint"
          placeholder="Choose an endpoint"
          choices={endpoints.map(({ uid, name, url }) => ({ value: uid, label: `${name} (${url})` }))}
          help={endpoints.length === 0 && <MakeFirst href={`${home}/endpoints/new`} noun="endpoint" />}
        />
      </Section>
      <Section
        title="Which events"
        why="An event is delivered when one of the event types names it and the filter passes."
      >
        <TextField
          name="filter_config.event_types"
          label="Event types"
          mono
          lines={3}
          help="One on each line: invoice.paid, invoice.* for all that begin so, or * for all."
        />
        <FilterEditor projectID={projectID} />
      </Section>
      <RetrySection />
    </>
  );
}

function MakeFirst({ href, noun }: { href: string; noun: string }) {
  return (
    <>
      There is none yet.{" "}
      <Link href={href} className="text-accent underline underline-offset-2">
        Create {noun === "endpoint" ? "an" : "a"} {noun}
      </Link>{" "}
      first.
    </>
  );
}

function RetrySection() {
  const { control } = useFormContext<SubscriptionValues>();
  const hasRetry = useWatch({ control, name: "hasRetry" });
  return (
    <Section title="Retries" why="Without a rule of its own the subscription uses the project's.">
      <SwitchField name="hasRetry" label="A retry rule of its own" />
      {hasRetry && (
        <>
          <SelectField name="retry_config.type" label="Strategy" choices={STRATEGIES} />
          <div className="flex flex-wrap gap-x-8 gap-y-4">
            <NumberField name="retry_config.duration" label="First wait" unit="seconds" min={1} />
            <NumberField name="retry_config.retry_count" label="Tries" unit="in all" min={0} max={100} />
          </div>
        </>
      )}
    </Section>
  );
}
