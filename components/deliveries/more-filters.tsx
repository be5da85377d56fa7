"use client";

import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { type MoreFields, readMore, toMoreFields } from "@/components/deliveries/more-fields";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

type MoreFiltersProps = { values: ListEventDeliveries; setFilters: (patch: QueryPatch) => void; children: ReactNode };

/** A form of the filters that are needed now and then, with other choices below it. */
export function MoreFilters({ values, setFilters, children }: MoreFiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="font-normal">
          More
          <ChevronDown aria-hidden className="text-ink-muted" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="More filters" className="w-72 p-3">
        <MoreForm
          values={values}
          onApply={(patch) => {
            setFilters(patch);
            setOpen(false);
          }}
        />
        {children}
      </PopoverContent>
    </Popover>
  );
}

type MoreFormProps = { values: ListEventDeliveries; onApply: (patch: QueryPatch) => void };

function MoreForm({ values, onApply }: MoreFormProps) {
  const [fields, setFields] = useState(() => toMoreFields(values));
  const [problems, setProblems] = useState<Partial<Record<keyof MoreFields, string>>>({});
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readMore(fields);
    setProblems("problems" in read ? read.problems : {});
    if ("patch" in read) return onApply(read.patch);
    const [first] = Object.keys(read.problems);
    document.getElementById(`${id}-${first}`)?.focus();
  };

  const field = (name: keyof MoreFields, label: string, placeholder: string) => (
    <div className="min-w-0">
      <label htmlFor={`${id}-${name}`} className="mb-1 block font-medium">
        {label}
      </label>
      <Input
        id={`${id}-${name}`}
        value={fields[name]}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        {...(name !== "ownerId" && { inputMode: "decimal" as const })}
        aria-invalid={problems[name] !== undefined}
        aria-describedby={`${id}-${name}-problem`}
        onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
      />
      <p id={`${id}-${name}-problem`} role="status" className="mt-1 text-failure">
        {problems[name]}
      </p>
    </div>
  );

  return (
    <form method="post" noValidate className="space-y-2 text-sm" onSubmit={submit}>
      <div className="grid grid-cols-2 gap-2">
        {field("minAttempts", "Attempts from", "2")}
        {field("maxAttempts", "Attempts to", "any")}
        {field("minLatency", "Latency from, s", "0.5")}
        {field("maxLatency", "Latency to, s", "any")}
      </div>
      {field("ownerId", "Owner", "owner_id of the endpoint")}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}
