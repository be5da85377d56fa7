"use client";

import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { type ListPlace, useBuilder } from "@/components/subscriptions/filter-rows/builder-context";
import type { FilterRow, RowValue } from "@/components/subscriptions/filter-rows/filter-tree";
import { findFieldError, findValueError } from "@/components/subscriptions/filter-rows/find-row-error";
import { NodeVerdict } from "@/components/subscriptions/filter-rows/node-verdict";
import { fitValue, VALUE_KINDS, withKind } from "@/components/subscriptions/filter-rows/row-value";
import { RowValueInput } from "@/components/subscriptions/filter-rows/row-value-input";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";
import type { Comparison } from "@/lib/filter/filter-key";

const OPERATOR_WORDS: Readonly<Record<Comparison, string>> = {
  $eq: "equals",
  $neq: "differs from",
  $gt: "is greater than",
  $gte: "is at least",
  $lt: "is less than",
  $lte: "is at most",
  $in: "is one of",
  $nin: "is none of",
  $exist: "exists",
  $startsWith: "starts with",
  $endsWith: "ends with",
  $regex: "matches the pattern",
};

const OPERATORS = Object.entries(OPERATOR_WORDS) as [Comparison, string][];

type BuilderRowProps = { row: FilterRow; place: ListPlace; label: string };

/** One condition: field, operator and value, what is wrong with them, and whether the sample passes. */
export function BuilderRow({ row, place, label }: BuilderRowProps) {
  const { replace, readOnly, isRefused } = useBuilder();
  const [isLeft, setLeft] = useState(false);
  const errorId = useId();
  const fieldError = findFieldError(row.field, place);
  const valueError = findValueError(row);
  const shows = isLeft || isRefused;
  const error = shows ? (fieldError ?? valueError) : null;
  const mark = (wrong: string | null) => ({
    "aria-invalid": shows && wrong !== null,
    "aria-describedby": error ? errorId : undefined,
  });
  const change = (part: Partial<FilterRow>) => replace(row.id, { ...row, ...part });

  return (
    <fieldset
      aria-label={label}
      className="flex min-w-0 items-start gap-2"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setLeft(true)}
    >
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap gap-2">
          {place.section !== "path" && (
            <FieldInput
              row={row}
              place={place}
              label={`${label}: field`}
              mark={mark(fieldError)}
              onChange={(field) => change({ field, value: suitValue(row.value, field, place, row.operator) })}
            />
          )}
          <Select
            aria-label={`${label}: operator`}
            value={row.operator}
            onChange={(event) => {
              const operator = event.target.value as Comparison;
              change({ operator, value: fitValue(row.value, operator) });
            }}
            className="w-44 max-sm:w-full"
          >
            {OPERATORS.map(([operator, words]) => (
              <option key={operator} value={operator}>
                {words}
              </option>
            ))}
          </Select>
          <RowValueInput
            value={row.value}
            kinds={VALUE_KINDS[row.operator]}
            label={label}
            mark={mark(valueError)}
            onChange={(value) => change({ value })}
          />
        </div>
        {error ? (
          <p id={errorId} className="break-words text-failure text-sm">
            {error}
          </p>
        ) : (
          <NodeVerdict id={row.id} passes="Passes on the sample" fails="Fails on the sample" />
        )}
      </div>
      {!readOnly && (
        <Button size="icon" variant="ghost" aria-label={`Remove ${label}`} onClick={() => replace(row.id, null)}>
          <X aria-hidden />
        </Button>
      )}
    </fieldset>
  );
}

/** The value with the kind that the field has in the sample, as long as nothing was typed into it. */
function suitValue(value: RowValue, field: string, { fields }: ListPlace, operator: Comparison): RowValue {
  const known = fields.find(({ path }) => path === field);
  const isUntouched = value.text === "" && VALUE_KINDS[operator].includes(value.kind);
  if (!known || !isUntouched || known.kind === "json" || !VALUE_KINDS[operator].includes(known.kind)) return value;
  return withKind(value, known.kind);
}

type FieldInputProps = {
  row: FilterRow;
  place: ListPlace;
  label: string;
  mark: { "aria-invalid": boolean; "aria-describedby": string | undefined };
  onChange: (field: string) => void;
};

function FieldInput({ row, place, label, mark, onChange }: FieldInputProps) {
  const { added } = useBuilder();
  const input = useRef<HTMLInputElement>(null);
  const isAdded = added === row.id;
  useEffect(() => {
    if (isAdded) input.current?.focus();
  }, [isAdded]);
  return (
    <Input
      ref={input}
      {...mark}
      aria-label={label}
      list={place.listId}
      value={row.field}
      onChange={(event) => onChange(event.target.value)}
      placeholder={place.named ? "the value itself" : PLACEHOLDERS[place.section]}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="min-w-40 flex-1 font-mono"
    />
  );
}

const PLACEHOLDERS = { body: "order.total", headers: "x-region", query: "page", path: "" };
