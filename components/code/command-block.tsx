"use client";

import { CopyButton } from "@/components/ui/copy-button";

type CommandBlockProps = { command: string; what: string };

/** A command to paste into a terminal. */
export function CommandBlock({ command, what }: CommandBlockProps) {
  return (
    <div className="flex items-start gap-1 rounded border bg-sunken pr-1.5">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto rounded p-3 font-mono text-ink text-sm leading-5">
        {command}
      </pre>
      <CopyButton value={command} what={what} className="mt-1.5" />
    </div>
  );
}
