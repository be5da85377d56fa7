"use client";

import { PenLine, Search } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { KnownNames } from "@/components/filter-bar/term-kinds";
import { useBarContext } from "@/components/filter-bar/use-bar-context";
import { type LineRules, type Option, useFilterLine } from "@/components/filter-bar/use-filter-line";
import { useLate } from "@/components/late/use-late";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { fieldStyles } from "@/components/ui/input";

type FilterBarProps<Values> = Omit<LineRules, "bar"> & {
  projectID: string;
  label: string;
  placeholder: string;
  values: Values;
  /** Some filter is set. */
  isFiltered: boolean;
  /** Fetches what writes them as one types them; null if they cannot be typed. */
  loadWriter: () => Promise<(values: Values, known: KnownNames) => string | null>;
};

/**
 * The field for filters that are typed, with completion: enter applies the whole line, or tells what is wrong with it
 * and changes nothing. The key / focuses it.
 */
export function FilterBar<Values>(props: FilterBarProps<Values>) {
  const { projectID, label, placeholder, values, isFiltered, loadWriter, ...rules } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);
  const bar = useBarContext(projectID, isUsed);
  const line = useFilterLine(input, { ...rules, bar });
  const { typed, isOpen, options, active, problem } = line;
  const write = useLate(loadWriter, isFiltered);
  const written = isFiltered && typed === "" ? write?.(values, bar.known) : null;

  useShortcuts({ "/": () => input.current?.focus() });

  return (
    <div className="relative w-96 max-md:w-full max-md:basis-full">
      <div className="relative">
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted" />
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isOpen && active >= 0 && { "aria-activedescendant": `${id}-${active}` })}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => line.type(event.target.value)}
          onKeyDown={line.onKeyDown}
          onFocus={() => setUsed(true)}
          onBlur={line.close}
          className={cn(fieldStyles, "h-8 pr-9 pl-8 pointer-coarse:h-10")}
        />
        {written && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Edit the filters as text"
            onClick={() => line.edit(written)}
            className="absolute top-0.5 right-0.5 pointer-coarse:top-0"
          >
            <PenLine aria-hidden />
          </Button>
        )}
      </div>
      <OptionList id={id} label={label} isOpen={isOpen} options={options} active={active} />
      <p id={`${id}-problem`} role="status" className={cn("break-words text-failure text-sm", problem && "mt-1")}>
        {problem?.message}
      </p>
    </div>
  );
}

type OptionListProps = { id: string; label: string; isOpen: boolean; options: readonly Option[]; active: number };

function OptionList({ id, label, isOpen, options, active }: OptionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-lg border bg-raised p-1 shadow-popover"
    >
      {isOpen &&
        options.map(({ name, hint, choose }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={(row) => {
              if (index === active) row?.scrollIntoView({ block: "nearest" });
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={choose}
            className="flex cursor-default items-baseline gap-3 rounded px-2 py-1.5 text-sm hover:bg-hover aria-selected:bg-hover"
          >
            <span className="max-w-full shrink-0 truncate">{name}</span>
            {hint && <span className="min-w-0 truncate text-ink-muted">{hint}</span>}
          </div>
        ))}
    </div>
  );
}
