"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useId, useState } from "react";
import { findJsonError } from "@/components/code/find-json-error";
import { api } from "@/components/data/api";
import { readSchemaText } from "@/components/event-types/event-type-values";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { TestedEventTypeSchema } from "@/lib/nouns/event-types/schemas";
import { parseExact } from "@/lib/wire/exact-json";

const SAMPLE = '{\n  "id": "inv_1",\n  "amount": 12.5\n}';

type SchemaTrialProps = { projectID: string; schemaText: string };

/** Validates a payload against the schema in the editor, by the same code that validates events. */
export function SchemaTrial({ projectID, schemaText }: SchemaTrialProps) {
  const id = useId();
  const [payload, setPayload] = useState(SAMPLE);
  const schema = readSchemaText(schemaText);
  const isJson = findJsonError(payload) === null;

  const trial = useMutation<TestedEventTypeSchema, ApiError>({
    mutationFn: () =>
      unwrap(
        api.POST("/v1/projects/{projectID}/event-types/test", {
          params: { path: { projectID } },
          body: { json_schema: schema ?? {}, data: parseExact(payload) },
        }),
      ),
  });

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">Try it on a payload</summary>
      <div className="mt-2 space-y-2">
        <label htmlFor={id} className="font-medium">
          Payload
        </label>
        <Textarea
          id={id}
          rows={8}
          value={payload}
          onChange={(event) => {
            setPayload(event.target.value);
            trial.reset();
          }}
          spellCheck={false}
          className="font-mono"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" pending={trial.isPending} disabled={!schema || !isJson} onClick={() => trial.mutate()}>
            Try the payload
          </Button>
          {!isJson && <span className="text-failure">The payload is not JSON.</span>}
          {isJson && !schema && <span className="text-ink-muted">Without a schema every payload is taken.</span>}
        </div>
        <div role="status">
          <Verdict data={trial.data} error={trial.error} />
        </div>
      </div>
    </details>
  );
}

function Verdict({ data, error }: { data: TestedEventTypeSchema | undefined; error: ApiError | null }) {
  if (error) return <Wrong lines={error.fields.length > 0 ? error.fields : [error]} />;
  if (!data) return null;
  if (!data.matches) return <Wrong lines={data.errors} />;
  return (
    <p className="flex items-center gap-1.5 font-medium text-success">
      <CircleCheck aria-hidden className="size-4" />
      The payload matches
    </p>
  );
}

function Wrong({ lines }: { lines: readonly { path?: string; message: string }[] }) {
  return (
    <div className="text-failure">
      <p className="flex items-center gap-1.5 font-medium">
        <CircleX aria-hidden className="size-4" />
        It would be refused
      </p>
      <ul className="mt-1 space-y-0.5">
        {lines.map(({ path = "", message }) => (
          <li key={`${path} ${message}`}>
            <code className="break-all font-mono">{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
