"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { SelectField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { FunctionField } from "@/components/functions/function-field";
import { ReferencesSection } from "@/components/references/references-section";
import { useSourceChoices } from "@/components/sources/queries";
import { FilterEditor } from "@/components/subscriptions/filter-editor";
import { AlertSection, RateLimitSection, RetrySection } from "@/components/subscriptions/subscription-rules";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";
import { Link } from "@/components/ui/link";
import type { Device } from "@/lib/nouns/devices/schemas";

type SubscriptionFieldsProps = {
  projectID: string;
  isIncoming: boolean;
  /** Undefined while it is being created. */
  subscriptionID?: string;
  /** The destination of a subscription of type cli, which cannot be changed. */
  device?: Device | null;
};

export function SubscriptionFields({ projectID, isIncoming, subscriptionID, device = null }: SubscriptionFieldsProps) {
  return (
    <>
      <Section title="Subscription">
        <TextField
          name="name"
          label="Name"
          placeholder="Orders to the warehouse"
          autoFocus={subscriptionID === undefined}
        />
        {device ? (
          <LeadsTo projectID={projectID} device={device} />
        ) : (
          <>
            <SourceField projectID={projectID} isIncoming={isIncoming} />
            <EndpointField projectID={projectID} />
          </>
        )}
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
          rule="One on each line: invoice.paid, invoice.* for all that begin so, or * for all."
        />
        <FilterEditor projectID={projectID} />
      </Section>
      <FunctionSection projectID={projectID} subscriptionID={subscriptionID} />
      <RetrySection />
      <RateLimitSection />
      <AlertSection />
      <ReferencesSection noun="subscription" />
    </>
  );
}

function LeadsTo({ projectID, device }: { projectID: string; device: Device }) {
  return (
    <p className="text-sm">
      Leads to the device{" "}
      <Link
        href={`/projects/${projectID}/devices?name=${encodeURIComponent(device.host_name)}`}
        className="text-accent underline underline-offset-2"
      >
        {device.host_name}
      </Link>
      , which listens with the command <code className="font-mono">hookyard listen</code>.
    </p>
  );
}

/** Must be chosen in an incoming project; an outgoing one has events without a source. */
function SourceField({ projectID, isIncoming }: { projectID: string; isIncoming: boolean }) {
  const sources = useSourceChoices(projectID);
  const choices = sources.map(({ uid, name }) => ({ value: uid, label: name }));
  if (isIncoming) {
    return (
      <SelectField
        name="source_id"
        label="Source"
        placeholder="Choose a source"
        choices={choices}
        help={choices.length === 0 && <MakeFirst href={`/projects/${projectID}/sources/new`} noun="source" />}
      />
    );
  }
  if (choices.length === 0) return null;
  return (
    <SelectField
      name="source_id"
      label="Source"
      placeholder="All sources, and events by API"
      choices={choices}
      optional
    />
  );
}

function EndpointField({ projectID }: { projectID: string }) {
  const endpoints = useEndpointChoices(projectID);
  return (
    <SelectField
      name="endpoint_id"
      label="Endpoint"
      placeholder="Choose an endpoint"
      choices={endpoints.map(({ uid, name, url }) => ({ value: uid, label: `${name} (${url})` }))}
      help={endpoints.length === 0 && <MakeFirst href={`/projects/${projectID}/endpoints/new`} noun="endpoint" />}
    />
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

type FunctionSectionProps = { projectID: string; subscriptionID: string | undefined };

function FunctionSection({ projectID, subscriptionID }: FunctionSectionProps) {
  const { control } = useFormContext<SubscriptionValues>();
  const sourceID = useWatch({ control, name: "source_id" });
  return (
    <Section
      title="Function"
      why="Changes what this subscription sends, or skips an event, by JavaScript. Other subscriptions do not see it."
    >
      <FunctionField
        name="function"
        kind="subscription"
        projectID={projectID}
        sourceID={sourceID || undefined}
        owner={subscriptionID === undefined ? undefined : { subscriptionId: subscriptionID }}
      />
    </Section>
  );
}
