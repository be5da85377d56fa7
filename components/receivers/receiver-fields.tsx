"use client";

import { SelectField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";

const TYPE_CHOICES = [
  { value: "application/json", label: "JSON (application/json)" },
  { value: "text/plain", label: "Text (text/plain)" },
  { value: "application/x-www-form-urlencoded", label: "Form (application/x-www-form-urlencoded)" },
  { value: "application/octet-stream", label: "Bytes (application/octet-stream)" },
];

type ReceiverFieldsProps = {
  isNew?: boolean;
  /** The type that is set by API and may be none of the usual ones. */
  contentType?: string;
};

export function ReceiverFields({ isNew = false, contentType }: ReceiverFieldsProps) {
  const isUsual = contentType === undefined || TYPE_CHOICES.some(({ value }) => value === contentType);
  const choices = isUsual ? TYPE_CHOICES : [{ value: contentType, label: contentType }, ...TYPE_CHOICES];
  return (
    <>
      <Section title="Receiver">
        <TextField name="name" label="Name" placeholder="Try retries" autoFocus={isNew} />
      </Section>
      <Section title="Answer" why="What every request gets, whatever it holds.">
        <NumberField name="answer.status" label="Status" unit="200 to 599" min={200} max={599} />
        <NumberField
          name="answer.delay_ms"
          label="Delay"
          unit="ms, at most 30,000"
          min={0}
          max={30_000}
          help="Longer than the endpoint's time-out, and the attempt fails for it."
        />
        <NumberField
          name="answer.retry_after"
          label="Retry-After"
          unit="seconds, empty for none"
          min={0}
          max={86_400}
          help="Deliveries wait at least so long for their next attempt."
        />
        <SelectField name="answer.content_type" label="Content type" choices={choices} />
        <TextField name="answer.body" label="Body" optional mono lines={4} />
      </Section>
    </>
  );
}

/** How many of the next requests fail. */
export function FailureFields() {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-4">
      <NumberField name="fail_next" label="Fail the next" unit="requests" min={0} max={1_000} />
      <NumberField name="fail_status" label="With status" unit="400 to 599" min={400} max={599} />
    </div>
  );
}
