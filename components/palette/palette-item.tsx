"use client";

import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-sm"
    >
      {children}
    </Command.Group>
  );
}

export type PaletteItemProps = {
  icon: LucideIcon;
  /** Distinguishes the item from all others, and is searched. */
  value: string;
  /** Further words that find it. */
  words?: string[];
  detail?: string;
  keys?: string;
  onSelect: () => void;
  children: ReactNode;
};

export function PaletteItem({ icon: Icon, value, words, detail, keys, onSelect, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      {...(words && { keywords: words })}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded px-2.5 text-sm data-[selected=true]:bg-hover pointer-coarse:h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" strokeWidth={1.75} />
      <span className="min-w-0 shrink-0 truncate max-w-[70%]">{children}</span>
      {detail && <span className="ml-auto min-w-0 truncate text-ink-muted">{detail}</span>}
      {keys && (
        <span className="ml-auto flex gap-1 max-md:hidden">
          {keys.split(" ").map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
