"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { RemoveChoice } from "@/components/data-table/remove-choice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

export type FilterOption = { value: string; name: string; mark?: ReactNode };

type MultiFilterProps = {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  empty?: string;
};

const SEARCHABLE_FROM = 8;

/** Chooses any of several values. The button shows the choice, so that the bar reads as a sentence. */
export function MultiFilter(props: MultiFilterProps) {
  const { label, options, chosen, onChoose } = props;
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  const summary = chosen.length > 2 ? `${chosen.length} chosen` : names.join(", ") || `${chosen.length} chosen`;

  return (
    <ChoiceFilter label={label} summary={chosen.length > 0 ? summary : null} onRemove={() => onChoose([])}>
      <OptionList {...props} />
    </ChoiceFilter>
  );
}

type ChoiceFilterProps = {
  label: string;
  /** The choice in words; null while there is none. */
  summary: string | null;
  onRemove: () => void;
  /** What is chosen from. */
  children: ReactNode;
};

/** A button that opens a choice and shows what is chosen, with a second one to remove it. */
export function ChoiceFilter({ label, summary, onRemove, children }: ChoiceFilterProps) {
  return (
    <Popover>
      <span className="inline-flex max-w-full">
        <PopoverTrigger asChild>
          <Button
            className={cn("min-w-0 shrink font-normal", summary && "rounded-r-none border-accent bg-accent-soft pr-2")}
          >
            {label}
            {summary && <span className="max-w-48 truncate font-medium">{summary}</span>}
            <ChevronDown aria-hidden className="text-ink-muted" />
          </Button>
        </PopoverTrigger>
        {summary && <RemoveChoice name={`Remove the filter ${label} ${summary}`} onRemove={onRemove} />}
      </span>
      <PopoverContent aria-label={label}>
        {children}
        {summary && (
          <div className="mt-1 border-t pt-1">
            <Button variant="ghost" size="sm" className="w-full" onClick={onRemove}>
              Clear
            </Button>
          </div>
        )}
      </PopoverContent>
    </Popover>
  );
}

/** Values to tick. */
export function OptionList({ label, options, chosen, onChoose, empty }: MultiFilterProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const found = options.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);

  return (
    <>
      {options.length >= SEARCHABLE_FROM && (
        <Input
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-1"
        />
      )}
      <ul className="max-h-72 overflow-y-auto">
        {found.map(({ value, name, mark }) => (
          <li key={value}>
            <label
              htmlFor={`${id}-${value}`}
              className="flex h-8 items-center gap-2 rounded px-2 text-sm hover:bg-hover pointer-coarse:h-11"
            >
              <Checkbox id={`${id}-${value}`} checked={chosen.includes(value)} onChange={() => toggle(value)} />
              {mark ?? <span className="truncate">{name}</span>}
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 py-3 text-ink-muted text-sm">{empty ?? "Nothing has that name."}</p>}
    </>
  );
}
