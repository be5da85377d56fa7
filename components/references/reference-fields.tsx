"use client";

import { TextField } from "@/components/forms/text-field";

/** The fields of what a company keeps of its own on a resource; they come once somebody opens their section. */
export function ReferenceFields({ noun, hasTags }: { noun: string; hasTags: boolean }) {
  return (
    <div className="mt-4 space-y-4">
      <TextField
        name="external_id"
        label="External id"
        optional
        mono
        placeholder="customer-7"
        help={`Your own identifier of it. No other ${noun} may have the same.`}
      />
      <TextField
        name="metadata"
        label="Metadata"
        optional
        mono
        lines={3}
        placeholder="plan = gold"
        rule="One pair on each line, key = value; up to 20."
        help="Everybody in the project can read them: they are no place for credentials."
      />
      {hasTags && (
        <TextField
          name="tags"
          label="Tags"
          optional
          mono
          placeholder="eu plan:gold"
          rule="Of a-z, 0-9 and . _ : - with a space between them; up to 20."
          help="The list of endpoints can be filtered by them."
        />
      )}
    </div>
  );
}
