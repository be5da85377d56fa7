"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";

const STRATEGIES = [
  { value: "exponential", label: "Exponential: each wait is twice the one before" },
  { value: "linear", label: "Linear: the same wait each time" },
];

export function RetrySection() {
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
            <NumberField name="retry_config.retry_count" label="Attempts" unit="in all" min={0} max={100} />
          </div>
        </>
      )}
    </Section>
  );
}

export function RateLimitSection() {
  const { control } = useFormContext<SubscriptionValues>();
  const hasRateLimit = useWatch({ control, name: "hasRateLimit" });
  return (
    <Section
      title="Rate limit"
      why="Beside the endpoint's own limit. What is over it waits for its turn and uses up no attempt."
    >
      <SwitchField name="hasRateLimit" label="Limit what this subscription sends" />
      {hasRateLimit && (
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <NumberField name="rate_limit_config.count" label="At most" unit="deliveries" min={1} />
          <NumberField name="rate_limit_config.duration" label="Within" unit="seconds" min={1} max={86_400} />
        </div>
      )}
    </Section>
  );
}

export function AlertSection() {
  const { control } = useFormContext<SubscriptionValues>();
  const hasAlert = useWatch({ control, name: "hasAlert" });
  return (
    <Section title="Alert" why="Tells when many attempts fail in a short time, before the last of a delivery did.">
      <SwitchField
        name="hasAlert"
        label="Raise an alert when attempts fail"
        help="It stands under Alerts and is sent as the meta event alert.raised."
      />
      {hasAlert && (
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <NumberField name="alert_config.count" label="After" unit="failed attempts" min={1} />
          <TextField
            name="alert_config.threshold"
            label="Counted within"
            mono
            placeholder="5m"
            rule="A duration such as 30s, 5m or 1h."
            className="max-w-56"
          />
        </div>
      )}
    </Section>
  );
}
