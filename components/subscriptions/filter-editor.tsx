"use client";

import { WandSparkles } from "lucide-react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { CodeEditor } from "@/components/code/code-editor";
import { findJsonError } from "@/components/code/find-json-error";
import { Field } from "@/components/forms/field";
import { useReadOnly } from "@/components/forms/form-context";
import { FilterBuilder } from "@/components/subscriptions/filter-rows/filter-builder";
import { findFilterTextErrors } from "@/components/subscriptions/filter-text";
import { FilterTrial } from "@/components/subscriptions/filter-trial";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";
import { useFilterSample } from "@/components/subscriptions/use-filter-sample";
import { Button } from "@/components/ui/button";
import { formatJson } from "@/lib/wire/json-tokens";

const EXAMPLE =
  '{\n  "body": {\n    "order.total": { "$gte": 100 },\n    "order.currency": { "$in": ["EUR", "CHF"] }\n  }\n}';

type FilterEditorProps = { projectID: string };

/** The filter as rows and as JSON, checked while it is typed, and tested on a sample. */
export function FilterEditor({ projectID }: FilterEditorProps) {
  const { control } = useFormContext<SubscriptionValues>();
  const { field, fieldState } = useController({ control, name: "filter_config.filter" });
  const sourceID = useWatch({ control, name: "source_id" }) || undefined;
  const sample = useFilterSample(projectID, sourceID);
  const isReadOnly = useReadOnly();
  const text = field.value;
  const problems = findFilterTextErrors(text);
  const pretty = formatJson(text);

  return (
    <>
      <FilterBuilder
        text={text}
        onText={field.onChange}
        sample={sample.event}
        judges={sample.last === null}
        readOnly={isReadOnly}
        isRefused={fieldState.invalid}
      />
      <Field name="filter_config.filter" label="Filter" optional>
        {(attributes) => (
          <>
            <CodeEditor
              control={attributes}
              label="Filter"
              language="json"
              value={text}
              onChange={field.onChange}
              onBlur={field.onBlur}
              readOnly={isReadOnly}
              placeholder={EXAMPLE}
              badLine={text.trim() === "" ? null : (findJsonError(text)?.line ?? null)}
            />
            <span className="mt-1 flex min-h-7 items-start gap-3 text-sm">
              <span role="status" className="min-w-0 flex-1">
                {attributes["aria-invalid"] ? null : <Verdict text={text} problems={problems} />}
              </span>
              <Button
                size="sm"
                disabled={pretty === null || pretty === text}
                onClick={() => field.onChange(pretty ?? text)}
              >
                <WandSparkles aria-hidden />
                Format
              </Button>
            </span>
          </>
        )}
      </Field>
      <Operators />
      <FilterTrial
        projectID={projectID}
        sourceID={sourceID}
        sample={sample}
        text={text}
        isValid={problems.length === 0}
      />
    </>
  );
}

function Verdict({ text, problems }: { text: string; problems: string[] }) {
  if (text.trim() === "") return <span className="text-ink-muted">Empty: everything passes.</span>;
  const [first] = problems;
  if (first) return <span className="text-failure">{first}</span>;
  return <span className="text-success">A filter that can be used.</span>;
}

const OPERATORS: [names: string, meaning: string][] = [
  ["$eq $neq", "equal or not; a bare value is $eq"],
  ["$gt $gte $lt $lte", "order of numbers or texts"],
  ["$in $nin", "one of a list or none of it"],
  ["$exist", "true when the field is there"],
  ["$startsWith $endsWith $regex", "parts of a text"],
  ["$and $or $not", "conditions together"],
  ["items.$.sku", "any element of a list"],
];

function Operators() {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">Sections and operators</summary>
      <p className="mt-2">
        A filter has the sections <code className="font-mono">body</code>, <code className="font-mono">headers</code>,{" "}
        <code className="font-mono">query</code> and <code className="font-mono">path</code>. All of them must pass.
        Keys are paths: <code className="font-mono">order.total</code> is the field total of order, and so is{" "}
        <code className="font-mono">{'{"order": {"total": …}}'}</code>. Beside the sections{" "}
        <code className="font-mono">{'"is_flattened": true'}</code> says that all keys are paths; both mean the same.
      </p>
      <dl className="mt-2 divide-y rounded border">
        {OPERATORS.map(([names, meaning]) => (
          <div key={names} className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[15rem_1fr]">
            <dt className="font-mono">{names}</dt>
            <dd className="text-ink-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
