"use client";

import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { CodeEditor } from "@/components/code/code-editor";
import { Field } from "@/components/forms/field";
import { useReadOnly } from "@/components/forms/form-context";
import { FunctionTrial } from "@/components/functions/function-trial";
import type { FunctionOwner } from "@/components/functions/function-versions";
import { FUNCTION_LIMITS, FUNCTION_WORDS, type FunctionKind, findLine } from "@/components/functions/function-words";
import { PastVersions } from "@/components/functions/past-versions";
import { Button } from "@/components/ui/button";
import type { FunctionField as FieldName } from "@/lib/kernel/vocabulary";

type FunctionFieldProps = {
  name: FieldName;
  kind: FunctionKind;
  projectID: string;
  /** The source whose events it is tested on; all of the project without one. */
  sourceID?: string | undefined;
  /** The subscription or source that it is saved in; undefined while that is being created. */
  owner?: FunctionOwner | undefined;
};

/** A user's function, none while the field is empty: an editor, and a test on received events. */
export function FunctionField({ owner, ...props }: FunctionFieldProps) {
  return (
    <div className="space-y-3">
      <FunctionEditor {...props} />
      {owner && <PastVersions {...props} owner={owner} />}
    </div>
  );
}

function FunctionEditor({ name, kind, projectID, sourceID }: Omit<FunctionFieldProps, "owner">) {
  const { control } = useFormContext<Record<string, string>>();
  const { field, fieldState } = useController({ control, name });
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<{ code: string; line: number | null } | null>(null);
  const isReadOnly = useReadOnly();
  const words = FUNCTION_WORDS[kind];
  const code = field.value;

  if (code === "" && !isOpen) {
    if (isReadOnly) return <p className="text-ink-muted text-sm">{words.label}: none</p>;
    return (
      <div>
        <Button
          onClick={() => {
            setOpen(true);
            field.onChange(words.template);
          }}
        >
          <Plus aria-hidden />
          {words.write}
        </Button>
      </div>
    );
  }

  const refused = fieldState.error?.type === "server" ? fieldState.error.message : undefined;
  const tried = failure?.code === code ? failure.line : null;
  return (
    <div className="space-y-3">
      <Field name={name} label={words.label} help={`${words.help} ${FUNCTION_LIMITS}`}>
        {(attributes) => (
          <CodeEditor
            control={attributes}
            label={words.label}
            language="javascript"
            value={code}
            onChange={field.onChange}
            onBlur={field.onBlur}
            readOnly={isReadOnly}
            placeholder={words.template}
            badLine={findLine(refused) ?? tried}
          />
        )}
      </Field>
      {!isReadOnly && (
        <>
          <FunctionTrial
            code={code}
            kind={kind}
            projectID={projectID}
            sourceID={sourceID}
            onFailure={(message) => setFailure({ code, line: findLine(message) })}
          />
          <Button
            size="sm"
            onClick={() => {
              setOpen(false);
              field.onChange("");
            }}
          >
            <Trash2 aria-hidden />
            Remove the {words.label.toLowerCase()}
          </Button>
        </>
      )}
    </div>
  );
}
