"use client";

import { type ReactNode, useId } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Field, FieldError, useMessages } from "@/components/forms/field";
import { useField, useRadio } from "@/components/forms/use-field";
import { cn } from "@/components/ui/class-names";
import { Select } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";

export type Choice = { value: string; label: string; help?: ReactNode; disabled?: boolean };

type ChoiceProps = { name: string; label: string; help?: ReactNode; choices: readonly Choice[]; className?: string };

type SelectFieldProps = ChoiceProps & { placeholder?: string; optional?: boolean };

export function SelectField({ name, label, help, choices, placeholder, optional, className }: SelectFieldProps) {
  const field = useField(name);
  return (
    <Field name={name} label={label} help={help} optional={optional} className={className}>
      {(control) => (
        <Select {...field} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A choice among a few options, each with something to read or to look at before choosing. */
export function RadioField({ name, label, help, choices, className }: ChoiceProps) {
  const radio = useRadio(name);
  const id = useId();
  const messages = useMessages(name, label);
  return (
    <fieldset
      data-field={name}
      aria-describedby={messages.length > 0 ? `${id}-error` : undefined}
      className={className}
    >
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className="divide-y rounded border border-line-strong/60">
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className={cn(
              "flex gap-2.5 px-3 py-2.5 first:rounded-t last:rounded-b hover:bg-hover has-checked:bg-accent-soft",
              choice.disabled && "pointer-events-none opacity-55",
            )}
          >
            <input
              {...radio(choice.value)}
              id={`${id}-${choice.value}`}
              type="radio"
              disabled={choice.disabled}
              data-wrong={messages.length > 0 || undefined}
              aria-describedby={choice.help ? `${id}-${choice.value}-help` : undefined}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{choice.label}</span>
              {choice.help && (
                <span id={`${id}-${choice.value}-help`} aria-hidden className="block text-ink-muted">
                  {choice.help}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} messages={messages} />
      {help && <p className="mt-1 text-ink-muted text-sm">{help}</p>}
    </fieldset>
  );
}

type SwitchFieldProps = { name: string; label: string; help?: ReactNode };

export function SwitchField({ name, label, help }: SwitchFieldProps) {
  const { control } = useFormContext();
  const id = useId();
  const messages = useMessages(name, label);
  const isWrong = messages.length > 0;
  const describedBy = [isWrong && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div data-field={name} className="flex items-start gap-3">
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <Switch
            id={id}
            checked={field.value === true}
            onCheckedChange={field.onChange}
            onBlur={field.onBlur}
            aria-invalid={isWrong}
            aria-describedby={describedBy || undefined}
            className="mt-0.5"
          />
        )}
      />
      <div className="text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <FieldError id={`${id}-error`} messages={messages} />
        {help && (
          <p id={`${id}-help`} className="text-ink-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
