"use client";

import { Braces } from "lucide-react";
import { useId, useState } from "react";
import { findConditionError, OPERATOR_CHOICES, writeCondition } from "@/components/events/payload-conditions";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Input, Select } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { BODY_OPERATORS, type BodyOperator } from "@/lib/nouns/events/search-conditions";

type PayloadFilterProps = { conditions: readonly string[]; onAdd: (condition: string) => void };

/** Filters by a field of the payload's JSON: path, operator, value. Set conditions are shown beside it as chips. */
export function PayloadFilter({ conditions, onAdd }: PayloadFilterProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className={cn("font-normal", conditions.length > 0 && "border-accent bg-accent-soft")}>
          <Braces aria-hidden className="text-ink-muted" />
          Payload field
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Payload field" className="w-80 p-3">
        <ConditionForm
          onAdd={(condition) => {
            onAdd(condition);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function ConditionForm({ onAdd }: { onAdd: (condition: string) => void }) {
  const id = useId();
  const [path, setPath] = useState("");
  const [operator, setOperator] = useState<BodyOperator>("eq");
  const [value, setValue] = useState("");
  const [isTried, setTried] = useState(false);
  const problem = findConditionError(path, operator, value);

  return (
    <form
      method="post"
      noValidate
      className="space-y-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) onAdd(writeCondition(path, operator, value));
      }}
    >
      <div>
        <label htmlFor={`${id}-path`} className="mb-1 block font-medium">
          Field
        </label>
        <Input
          id={`${id}-path`}
          value={path}
          autoComplete="off"
          spellCheck={false}
          placeholder="customer.id"
          onChange={(event) => setPath(event.target.value)}
          className="font-mono"
        />
      </div>
      <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-2">
        <div>
          <label htmlFor={`${id}-operator`} className="mb-1 block font-medium">
            Operator
          </label>
          <Select
            id={`${id}-operator`}
            value={operator}
            onChange={({ target }) => setOperator(BODY_OPERATORS.find((one) => one === target.value) ?? "eq")}
          >
            {OPERATOR_CHOICES.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <label htmlFor={`${id}-value`} className="mb-1 block font-medium">
            Value
          </label>
          <Input
            id={`${id}-value`}
            value={value}
            autoComplete="off"
            spellCheck={false}
            placeholder={operator === "exist" ? "true" : "42"}
            onChange={(event) => setValue(event.target.value)}
            className="font-mono"
          />
        </div>
      </div>
      {isTried && problem && (
        <p role="alert" className="text-failure">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary">
        Add condition
      </Button>
    </form>
  );
}
