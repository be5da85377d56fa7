"use client";

import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { Input } from "@/components/ui/input";

type NumberFieldProps = {
  name: string;
  label: ReactNode;
  /** Stands behind the number: "seconds". */
  unit?: string;
  help?: ReactNode;
  min?: number;
  max?: number;
  className?: string;
};

/** A whole number; an empty field is `undefined`, so that the schema can ask for it. */
export function NumberField({ name, label, unit, help, min, max, className }: NumberFieldProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} help={help} className={className}>
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            {...register(name, { setValueAs: toNumber })}
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
