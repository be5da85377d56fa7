"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field, type FieldWords } from "@/components/forms/field";
import { useField } from "@/components/forms/use-field";
import { Button } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/input";
import { REDACTED } from "@/lib/kernel/vocabulary";

type SecretFieldProps = FieldWords & {
  name: string;
  label: string;
  optional?: boolean;
  placeholder?: string;
  className?: string;
  /** The height of a text of several lines, such as PEM, which is shown as it is typed. */
  lines?: number;
};

/** `stale` says why the stored value cannot be kept, if so; `action` is another way to change it than to replace it. */
type StoredSecretProps = SecretFieldProps & { stale?: string | undefined; action?: ReactNode };

/** A credential that can be written but not read: a stored one is replaced or kept. */
export function SecretField({ name, stale, action, lines, ...props }: StoredSecretProps) {
  const { control, setValue } = useFormContext();
  const value: unknown = useWatch({ control, name });
  const [wasStored] = useState(value === REDACTED);

  if (value === REDACTED) {
    return (
      <Field name={name} {...props} {...(stale && { rule: stale, help: undefined })}>
        {(attributes) => (
          <span className="flex items-center gap-2">
            <Input {...attributes} value="Stored, not shown" readOnly disabled className="max-w-80" />
            <Button onClick={() => setValue(name, "", { shouldDirty: true })}>Replace</Button>
            {action}
          </span>
        )}
      </Field>
    );
  }
  const onKeep = wasStored && stale === undefined ? () => setValue(name, REDACTED, { shouldDirty: true }) : undefined;
  if (lines !== undefined) return <SecretText name={name} {...props} lines={lines} onKeep={onKeep} />;
  return <SecretInput name={name} {...props} onKeep={onKeep} />;
}

type SecretInputProps = Omit<SecretFieldProps, "lines"> & { onKeep: (() => void) | undefined };

function SecretText({ name, placeholder, onKeep, lines, ...props }: SecretInputProps & { lines: number }) {
  const field = useField(name);
  return (
    <Field name={name} {...props}>
      {(attributes) => (
        <span className="block">
          <Textarea
            {...field}
            {...attributes}
            rows={lines}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            className="font-mono"
          />
          {onKeep && (
            <Button className="mt-2" onClick={onKeep}>
              Keep the stored one
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}

function SecretInput({ name, placeholder, onKeep, ...props }: SecretInputProps) {
  const field = useField(name);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field name={name} {...props}>
      {(attributes) => (
        <span className="flex items-center gap-2">
          <span className="relative min-w-0 max-w-96 flex-1">
            <Input
              {...field}
              {...attributes}
              type={shown ? "text" : "password"}
              autoComplete="new-password"
              spellCheck={false}
              placeholder={placeholder}
              className="pr-9 font-mono"
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={shown ? "Hide what is typed" : "Show what is typed"}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0 right-0.5 my-auto"
            >
              <Icon aria-hidden />
            </Button>
          </span>
          {onKeep && <Button onClick={onKeep}>Keep the stored one</Button>}
        </span>
      )}
    </Field>
  );
}
