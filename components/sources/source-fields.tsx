"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { RadioField, SwitchField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { FunctionField } from "@/components/functions/function-field";
import { ReferencesSection } from "@/components/references/references-section";
import type { SourceValues } from "@/components/sources/source-values";
import { type AnySourceTypeForm, getSourceTypeForm } from "@/components/sources/types/source-type-forms";

type SourceFieldsProps = {
  projectID: string;
  /** Undefined while it is being created. */
  sourceID?: string;
  /** The types of a new source; an existing one keeps its type. */
  types?: AnySourceTypeForm[];
};

export function SourceFields({ projectID, sourceID, types = [] }: SourceFieldsProps) {
  const { control } = useFormContext<SourceValues>();
  const type = useWatch({ control, name: "type" });
  const { Sections: TypeSections, whenOff } = getSourceTypeForm(type);
  const owner = sourceID === undefined ? undefined : { sourceId: sourceID };
  const choices = types.map((one) => ({ value: one.type, label: one.title, help: one.what }));
  return (
    <>
      <Section title="Source">
        {choices.length > 1 && <RadioField name="type" label="Type" choices={choices} />}
        <TextField name="name" label="Name" placeholder="storefront" autoFocus={sourceID === undefined} />
      </Section>
      <TypeSections projectID={projectID} sourceID={sourceID} />
      <Section
        title="Functions"
        why="JavaScript that changes each event right after it is accepted, before any subscription sees it. The event keeps what was received; its deliveries carry what the functions made."
      >
        <FunctionField name="body_function" kind="body" projectID={projectID} sourceID={sourceID} owner={owner} />
        <FunctionField name="header_function" kind="header" projectID={projectID} sourceID={sourceID} owner={owner} />
      </Section>
      <Section title="State">
        <SwitchField name="isEnabled" label="Take events" help={whenOff} />
      </Section>
      <ReferencesSection noun="source" />
    </>
  );
}
