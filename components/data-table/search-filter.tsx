"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { cn } from "@/components/ui/class-names";
import { fieldStyles } from "@/components/ui/input";

/** One interpretation of the typed text: "Event type is invoice.paid". */
export type Suggestion = { name: string; apply: () => void };

type SearchFilterProps = { label: string; suggest: (typed: string) => Suggestion[]; className?: string };

/** A field that offers interpretations of the typed text; enter takes the first. The key / focuses it. */
export function SearchFilter({ label, suggest, className }: SearchFilterProps) {
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const suggestions = typed.trim() === "" ? [] : suggest(typed.trim());

  useShortcuts({ "/": () => input.current?.focus() });

  const apply = (suggestion: Suggestion) => {
    suggestion.apply();
    setTyped("");
    setOpen(false);
  };

  return (
    <Command
      shouldFilter={false}
      label={label}
      className={cn("relative", className)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        setTyped("");
        input.current?.blur();
      }}
    >
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted" />
      <Command.Input
        ref={input}
        value={typed}
        placeholder={label}
        onValueChange={(value) => {
          setTyped(value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className={cn(fieldStyles, "h-8 pl-8 pointer-coarse:h-10")}
      />
      <Command.List
        hidden={!open || suggestions.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 min-w-72 rounded-lg border bg-raised p-1 shadow-popover"
      >
        {suggestions.map((suggestion) => (
          <Command.Item
            key={suggestion.name}
            value={suggestion.name}
            onSelect={() => apply(suggestion)}
            onMouseDown={(event) => event.preventDefault()}
            className="truncate rounded px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
          >
            {suggestion.name}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
