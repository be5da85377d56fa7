"use client";

import { useId } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { FieldError, useMessages } from "@/components/forms/field";
import { Checkbox } from "@/components/ui/checkbox";

type CheckboxListFieldProps = {
  name: string;
  label: string;
  help?: string;
  choices: readonly string[];
  /** What is read of a choice; the word itself by default. */
  nameOf?: (choice: string) => string;
};

/** Any number of known words. */
export function CheckboxListField({ name, label, help, choices, nameOf }: CheckboxListFieldProps) {
  const { control } = useFormContext<Record<string, string[]>>();
  const id = useId();
  const messages = useMessages(name, label);
  return (
    <fieldset data-field={name} aria-describedby={messages.length > 0 ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <Controller
        control={control}
        name={name}
        render={({ field }) => {
          const chosen = field.value;
          return (
            <div className="grid gap-x-4 sm:grid-cols-2">
              {choices.map((choice) => (
                <label
                  key={choice}
                  htmlFor={`${id}-${choice}`}
                  className="flex h-7 items-center gap-2 text-sm pointer-coarse:h-10"
                >
                  <Checkbox
                    id={`${id}-${choice}`}
                    aria-invalid={messages.length > 0}
                    checked={chosen.includes(choice)}
                    onBlur={field.onBlur}
                    onChange={() =>
                      // In the order of the choices, so that undoing a click leaves nothing changed.
                      field.onChange(choices.filter((one) => (one === choice) !== chosen.includes(one)))
                    }
                  />
                  {nameOf?.(choice) ?? choice}
                </label>
              ))}
            </div>
          );
        }}
      />
      <FieldError id={`${id}-error`} messages={messages} />
      {help && <p className="mt-1 text-ink-muted text-sm">{help}</p>}
    </fieldset>
  );
}
