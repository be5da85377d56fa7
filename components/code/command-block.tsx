"use client";

import { CopyButton } from "@/components/ui/copy-button";

type CommandBlockProps = { command: string; what: string };

/** A command ready to be pasted into a terminal. */
export function CommandBlock({ command, what }: CommandBlockProps) {
  return (
    <div className="relative rounded border bg-sunken">
      <pre className="overflow-x-auto p-3 pr-12 font-mono text-ink text-sm leading-5">{command}</pre>
      <CopyButton value={command} what={what} className="absolute top-1.5 right-1.5 bg-sunken" />
    </div>
  );
}
