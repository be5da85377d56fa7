"use client";

import { WandSparkles } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { type EventTypeValues, findObjectTextError } from "@/components/event-types/event-type-values";
import { SchemaTrial } from "@/components/event-types/schema-trial";
import { Field } from "@/components/forms/field";
import { useField } from "@/components/forms/use-field";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { formatJson } from "@/lib/wire/json-tokens";

const EXAMPLE = `{
  "type": "object",
  "required": ["id", "amount"],
  "properties": {
    "id": { "type": "string" },
    "amount": { "type": "number", "minimum": 0 }
  }
}`;

/** The schema as JSON, checked while it is typed, and tested on a payload. */
export function SchemaEditor({ projectID }: { projectID: string }) {
  const { control, setValue } = useFormContext<EventTypeValues>();
  const field = useField("json_schema");
  const text = useWatch({ control, name: "json_schema" });
  const mayTry = useMay(projectID, "operate");
  const problem = findObjectTextError(text);
  const pretty = formatJson(text);

  return (
    <>
      <Field
        name="json_schema"
        label="JSON Schema"
        optional
        help="Draft 2020-12. References stay inside the schema, patterns are of RE2, format refuses nothing."
      >
        {(attributes) => (
          <>
            <Textarea
              {...field}
              {...attributes}
              rows={Math.min(24, Math.max(10, text.split("\n").length + 1))}
              spellCheck={false}
              placeholder={EXAMPLE}
              className="font-mono"
            />
            <span className="mt-1 flex min-h-7 items-start gap-3 text-sm">
              <span role="status" className="min-w-0 flex-1">
                {attributes["aria-invalid"] ? null : <Verdict text={text} problem={problem} />}
              </span>
              <Button
                size="sm"
                disabled={pretty === null || pretty === text}
                onClick={() => setValue("json_schema", pretty ?? text, { shouldDirty: true })}
              >
                <WandSparkles aria-hidden />
                Format
              </Button>
            </span>
          </>
        )}
      </Field>
      {mayTry && <SchemaTrial projectID={projectID} schemaText={text} />}
    </>
  );
}

function Verdict({ text, problem }: { text: string; problem: string | null }) {
  if (text.trim() === "") return <span className="text-ink-muted">Empty: any payload is taken.</span>;
  if (problem) return <span className="text-failure">{problem}</span>;
  return <span className="text-ink-muted">JSON. The schema itself is checked when it is saved or tried.</span>;
}
