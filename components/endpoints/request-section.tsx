"use client";

import { SelectField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { SENDING_METHODS, type SendingType } from "@/lib/kernel/sending-words";

const METHODS = SENDING_METHODS.map((method) => ({ value: method, label: method }));

const TYPES: { value: SendingType; label: string }[] = [
  { value: "application/json", label: "The payload as it is" },
  { value: "application/x-www-form-urlencoded", label: "A form: the fields of its JSON" },
];

/** How the requests to an endpoint are written. */
export function RequestSection() {
  return (
    <Section title="Request" why="How a delivery is written, where the receiver asks for something of its own.">
      <SelectField name="http_method" label="Method" choices={METHODS} className="max-w-40" />
      <SelectField
        name="content_type"
        label="Body of the request"
        choices={TYPES}
        help={'In a form {"order": {"id": 7}} is order[id]=7. What is no JSON object is not sent then.'}
      />
      <TextField
        name="headers"
        label="Fixed headers"
        optional
        mono
        lines={3}
        placeholder="X-Tenant: acme"
        rule="One on each line, Name: value."
        help="Each delivery has them. Everybody in the project can read them: a credential belongs to the authentication below."
      />
    </Section>
  );
}
