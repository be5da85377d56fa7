"use client";

import type { RowValue, ValueKind } from "@/components/subscriptions/filter-rows/filter-tree";
import { withKind } from "@/components/subscriptions/filter-rows/row-value";
import { Input, Select } from "@/components/ui/input";

const KIND_WORDS: Readonly<Record<ValueKind, string>> = {
  text: "Text",
  number: "Number",
  boolean: "True or false",
  null: "null",
  texts: "Texts",
  numbers: "Numbers",
  json: "JSON",
};

const PLACEHOLDERS: Partial<Record<ValueKind, string>> = {
  number: "100",
  texts: "EUR, CHF",
  numbers: "1, 2, 3",
  json: '{"a": 1}',
};

type RowValueInputProps = {
  value: RowValue;
  kinds: readonly ValueKind[];
  label: string;
  mark: { "aria-invalid": boolean; "aria-describedby": string | undefined };
  onChange: (value: RowValue) => void;
};

/** What a field is compared with: its kind where the operator takes several, and the value. */
export function RowValueInput({ value, kinds, label, mark, onChange }: RowValueInputProps) {
  return (
    <div className="flex min-w-56 flex-1 gap-2">
      {kinds.length > 1 && (
        <Select
          aria-label={`${label}: kind of value`}
          value={value.kind}
          onChange={(event) => onChange(withKind(value, event.target.value as ValueKind))}
          className="w-32 shrink-0"
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </Select>
      )}
      {value.kind === "boolean" && (
        <Select
          {...mark}
          aria-label={`${label}: value`}
          value={value.text}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
        >
          <option value="true">true</option>
          <option value="false">false</option>
        </Select>
      )}
      {value.kind !== "boolean" && value.kind !== "null" && (
        <Input
          {...mark}
          aria-label={`${label}: value`}
          value={value.text}
          inputMode={value.kind === "number" ? "decimal" : undefined}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
          placeholder={PLACEHOLDERS[value.kind]}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </div>
  );
}
