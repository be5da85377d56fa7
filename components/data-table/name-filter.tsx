"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { Input } from "@/components/ui/input";

const PAUSE_MS = 250;

type NameFilterProps = { label: string; value: string; onChange: (value: string) => void };

/** Filters a list while its name is typed, after a short pause. The key / focuses it. */
export function NameFilter({ label, value, onChange }: NameFilterProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const settle = useEffectEvent(() => {
    if (typed.trim() !== value) onChange(typed.trim());
  });

  useShortcuts({ "/": () => input.current?.focus() });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is typed starts the pause anew.
  useEffect(() => {
    const timer = setTimeout(() => settle(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <search className="relative block w-64 max-md:w-full">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-8"
      />
    </search>
  );
}
