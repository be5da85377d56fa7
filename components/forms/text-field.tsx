"use client";

import type { HTMLInputTypeAttribute } from "react";
import { Field, type FieldWords } from "@/components/forms/field";
import { useField } from "@/components/forms/use-field";
import { cn } from "@/components/ui/class-names";
import { Input, Textarea } from "@/components/ui/input";

type TextFieldProps = FieldWords & {
  name: string;
  label: string;
  optional?: boolean;
  placeholder?: string;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  autoFocus?: boolean;
  mono?: boolean;
  lines?: number;
  className?: string;
};

export function TextField({
  name,
  label,
  rule,
  help,
  optional,
  className,
  mono,
  lines,
  type = "text",
  ...rest
}: TextFieldProps) {
  const field = useField(name);
  const { placeholder, autoComplete = "off", autoFocus } = rest;
  const shared = { placeholder, autoComplete, autoFocus, className: cn(mono && "font-mono"), spellCheck: !mono };
  return (
    <Field name={name} label={label} rule={rule} help={help} optional={optional} className={className}>
      {(control) =>
        lines ? (
          <Textarea {...field} {...control} {...shared} rows={lines} />
        ) : (
          <Input {...field} {...control} {...shared} type={type} />
        )
      }
    </Field>
  );
}
