"use client";

import { SchemaEditor } from "@/components/event-types/schema-editor";
import { SwitchField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { ReferencesSection } from "@/components/references/references-section";

type EventTypeFieldsProps = { projectID: string; isNew?: boolean };

export function EventTypeFields({ projectID, isNew = false }: EventTypeFieldsProps) {
  return (
    <>
      <Section title="Event type">
        {isNew && (
          <TextField
            name="name"
            label="Name"
            mono
            autoFocus
            placeholder="invoice.paid"
            help="What event_type of its events is. It stays for good."
          />
        )}
        <TextField
          name="description"
          label="Description"
          optional
          lines={2}
          help="For those who receive it: when it happens, and what it means."
        />
        <TextField name="category" label="Category" optional placeholder="Billing" />
      </Section>
      <Section
        title="Payload"
        why="With a schema, an event of this type whose data does not match is refused, with the path of what is wrong."
      >
        <SchemaEditor projectID={projectID} />
        <TextField
          name="example"
          label="Example"
          optional
          mono
          lines={8}
          placeholder={'{ "id": "inv_1", "amount": 120 }'}
          help="A payload to look at, as JSON. It must match the schema."
        />
      </Section>
      <Section title="Customers">
        <SwitchField
          name="is_public"
          label="Show it in the event catalogue"
          help="With its description, example, fields and changes, from its present version on. The catalogue is switched on in the settings."
        />
        {!isNew && (
          <TextField
            name="note"
            label="Note about this change"
            optional
            placeholder="Amounts are in cents now."
            help="Kept with the version that another schema, example or description makes, and shown in the catalogue."
          />
        )}
      </Section>
      <ReferencesSection noun="event type" />
    </>
  );
}
