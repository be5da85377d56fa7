"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { CheckboxListField } from "@/components/forms/checkbox-list-field";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { ShortID } from "@/components/ids/short-id";
import { Fact, Facts } from "@/components/layout/facts";
import { ReferencesSection } from "@/components/references/references-section";
import { RetrySchedule } from "@/components/settings/retry-schedule";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { META_EVENT_TYPES } from "@/lib/kernel/meta-event-types";
import type { Project } from "@/lib/nouns/projects/schemas";

const STRATEGIES = [
  { value: "exponential", label: "Exponential: each wait is twice the one before" },
  { value: "linear", label: "Linear: the same wait each time" },
];
const HASHES = HMAC_HASHES.map((value) => ({ value, label: value }));
const ENCODINGS = ["hex", "base64"].map((value) => ({ value, label: value }));

const BODIES = [
  { value: "none", label: "The payload, byte for byte" },
  { value: "standard_webhooks", label: "Standard Webhooks: {type, timestamp, data}" },
];

export function ProjectSettingsFields({ project }: { project: Project }) {
  return (
    <>
      <Section id="general" title="General">
        <TextField name="name" label="Name" />
        <Facts>
          <Fact name="Type">{project.type}</Fact>
          <Fact name="Project id">
            <ShortID id={project.uid} what="project id" />
          </Fact>
        </Facts>
      </Section>
      <Section
        id="retries"
        title="Retries"
        why="How a failed delivery is retried, unless its subscription has a rule of its own."
      >
        <SelectField name="settings.retry.strategy" label="Strategy" choices={STRATEGIES} />
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField name="settings.retry.interval_seconds" label="First wait" unit="seconds" min={1} />
          <NumberField name="settings.retry.retry_limit" label="Attempts" unit="in all" min={1} max={100} />
          <NumberField name="settings.retry.max_retry_seconds" label="Longest wait" unit="seconds" min={1} />
        </div>
        <RetrySchedule />
        <SwitchField
          name="settings.disable_on_gone"
          label="Deactivate an endpoint that answers 410 Gone"
          help="Gone says that it will not come back. It can be activated again."
        />
      </Section>
      <BreakerSection />
      <Section
        id="signature"
        title="Signature"
        why="The project's own signature header. The three Standard Webhooks headers are always sent beside it."
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="settings.signature.header" label="Header" mono />
          <SelectField name="settings.signature.hash" label="Hash" choices={HASHES} />
          <SelectField name="settings.signature.encoding" label="Encoding" choices={ENCODINGS} />
        </div>
      </Section>
      <Section
        id="deliveries"
        title="Deliveries"
        why="What receivers are told beside the payload. A header without a name is left out."
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="settings.delivery.event_type_header" label="Event type header" mono optional />
          <TextField name="settings.delivery.event_id_header" label="Event id header" mono optional />
          <TextField name="settings.delivery.attempt_header" label="Attempt header" mono optional />
        </div>
        <SelectField
          name="settings.delivery.envelope"
          label="Body"
          choices={BODIES}
          help="In the envelope data is the payload as it came; what is no JSON becomes a JSON string. Receivers must be ready for it: it changes the body of every delivery, also of those that wait."
        />
      </Section>
      <Section id="receiving" title="Receiving" why="What is beyond these limits is refused before anything is stored.">
        <NumberField
          name="settings.max_payload_read_size"
          label="Largest payload"
          unit="bytes"
          min={1024}
          help="1,048,576 bytes are 1 MiB. Larger ones get 413, also events created by API."
        />
        <NumberField
          name="settings.idempotency_window"
          label="Idempotency window"
          unit="seconds"
          min={60}
          help="86,400 seconds are a day. A second event with the same key within it is not delivered."
        />
        <div className="flex flex-wrap gap-x-4 gap-y-4">
          <NumberField
            name="settings.rate_limit.count"
            label="Rate limit"
            unit="events, 0 is no limit"
            min={0}
            help="Of all sources and keys together. What is beyond it gets 429, and its sender retries."
          />
          <NumberField name="settings.rate_limit.duration" label="Rate limit period" unit="seconds" min={1} />
        </div>
      </Section>
      <Section
        id="retention"
        title="Retention"
        why="How long events, deliveries and meta events can be seen, searched and resent."
      >
        <NumberField
          name="settings.retention"
          label="Keep for"
          unit="days, 0 is for ever"
          min={0}
          max={3650}
          help="A day is removed for good once its end is that long ago. What still waits to be delivered stays. A change takes effect after an hour."
        />
      </Section>
      <MetaEventSection />
      <ReferencesSection noun="project" />
    </>
  );
}

function BreakerSection() {
  const { control } = useFormContext<Pick<Project, "settings">>();
  const isOn = useWatch({ control, name: "settings.breaker.is_enabled" });
  return (
    <Section
      id="circuit-breaker"
      title="Circuit breaker"
      why="An endpoint that only fails is held instead of being asked again and again. Nothing is lost and no attempt is used up."
    >
      <SwitchField
        name="settings.breaker.is_enabled"
        label="Hold an endpoint that keeps failing"
        help="One real delivery probes it now and then. Once it succeeds, what waited is sent."
      />
      {isOn && (
        <div className="flex flex-wrap gap-x-4 gap-y-4">
          <NumberField
            name="settings.breaker.failure_count"
            label="Hold after"
            unit="failed attempts in a row"
            min={2}
            max={10_000}
          />
          <NumberField
            name="settings.breaker.probe_interval"
            label="First probe after"
            unit="seconds, doubling"
            min={1}
            max={1_800}
          />
        </div>
      )}
    </Section>
  );
}

function MetaEventSection() {
  const { control } = useFormContext<Pick<Project, "settings">>();
  const isOn = useWatch({ control, name: "settings.meta_event.is_enabled" });
  return (
    <div id="meta-events" className="scroll-mt-16 border-t pt-6">
      <Section id="meta-events" title="Meta events" why="Tell an address of yours what happens in this project.">
        <SwitchField name="settings.meta_event.is_enabled" label="Record and send meta events" />
        {isOn && (
          <>
            <TextField
              name="settings.meta_event.url"
              label="URL"
              type="url"
              mono
              placeholder="https://example.com/hookyard"
            />
            <SecretField
              name="settings.meta_event.secret"
              label="Secret"
              optional
              help="Signs meta events as endpoints' secrets sign deliveries."
            />
            <CheckboxListField
              name="settings.meta_event.event_type"
              label="Kinds"
              help="None chosen means all of them."
              choices={META_EVENT_TYPES}
            />
          </>
        )}
      </Section>
    </div>
  );
}
