"use client";

import { Field, type FieldWords } from "@/components/forms/field";
import { useField } from "@/components/forms/use-field";
import { Input } from "@/components/ui/input";

type NumberFieldProps = FieldWords & {
  name: string;
  label: string;
  /** Shown after the number: "seconds". */
  unit?: string;
  min?: number;
  max?: number;
  className?: string;
};

/** A whole number; an empty field is `undefined`, so that the schema can require it. */
export function NumberField({ name, label, unit, rule, help, min, max, className }: NumberFieldProps) {
  const field = useField(name, { setValueAs: toNumber });
  return (
    <Field name={name} label={label} rule={rule} help={help} className={className}>
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            {...field}
            {...control}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            className="w-32"
          />
          {unit && <span className="text-ink-muted text-sm">{unit}</span>}
        </span>
      )}
    </Field>
  );
}

function toNumber(value: unknown): number | undefined {
  if (value === "" || value === null || value === undefined) return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}
