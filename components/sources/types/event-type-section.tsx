"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import type { SourceValues } from "@/components/sources/source-values";
import type { TypePlace } from "@/components/sources/types/http-values";

const PLACES: { value: TypePlace; label: string }[] = [
  { value: "usual", label: "The usual places" },
  { value: "header", label: "A header" },
  { value: "body", label: "A field of the body" },
  { value: "fixed", label: "Always the same" },
];

const ELSE = "A request without it is looked at in the usual places.";

/** Where each event carries its type, which subscriptions choose by. */
export function EventTypeSection() {
  const { control } = useFormContext<SourceValues>();
  const place = useWatch({ control, name: "typePlace" });
  const provider = useWatch({ control, name: "provider" });
  const usual =
    provider === ""
      ? "The header X-Event-Type, else the body's field event_type or type, else webhook.received."
      : "As the provider names its events, else webhook.received.";
  return (
    <Section title="Event type" why="Subscriptions choose events by their type.">
      <SelectField
        name="typePlace"
        label="Type found in"
        choices={PLACES}
        help={place === "usual" ? usual : undefined}
      />
      {place === "header" && (
        <TextField name="event_type_from.header" label="Type header" mono placeholder="X-Shop-Event" help={ELSE} />
      )}
      {place === "body" && (
        <TextField name="event_type_from.body" label="Path in the body" mono placeholder="data.kind" help={ELSE} />
      )}
      {place === "fixed" && (
        <TextField name="event_type_from.fixed" label="Event type" mono placeholder="order.created" />
      )}
    </Section>
  );
}
