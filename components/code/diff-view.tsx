"use client";

import { useMemo } from "react";
import { type DiffLine, diffLines, foldSame } from "@/components/code/line-diff";
import { cn } from "@/components/ui/class-names";
import { formatJson } from "@/lib/wire/json-tokens";

/** More would make the page slow; the complete texts can be copied. */
const MAX_SHOWN_LINES = 1_000;

type DiffViewProps = { before: string; after: string; what: string };

/**
 * Shows what changed between two texts, line by line; JSON is formatted first, so that only its values are compared.
 */
export function DiffView({ before, after, what }: DiffViewProps) {
  const lines = useMemo(() => diffLines(toLines(before), toLines(after)), [before, after]);
  const removed = lines.filter((line) => line.kind === "removed").length;
  const added = lines.filter((line) => line.kind === "added").length;
  if (removed + added === 0) return <p className="text-ink-muted text-sm">Nothing is changed.</p>;
  const parts = foldSame(lines.slice(0, MAX_SHOWN_LINES));
  return (
    <div className="overflow-hidden rounded border bg-sunken">
      <p className="border-b px-3 py-1.5 text-ink-muted text-sm">
        {count(removed, "removed")}, {count(added, "added")}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={what} className="max-h-96 overflow-auto focus-visible:-outline-offset-2">
        <pre className="w-fit min-w-full py-1 font-mono text-sm leading-5">
          {parts.map((part, at) =>
            "lines" in part ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one comparison never change their order.
              <Lines key={at} lines={part.lines} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <span key={at} className="block px-3 text-ink-muted">
                … {part.skipped} unchanged
              </span>
            ),
          )}
          {lines.length > MAX_SHOWN_LINES && (
            <span className="block px-3 text-ink-muted">… {lines.length - MAX_SHOWN_LINES} more are not shown</span>
          )}
        </pre>
      </section>
    </div>
  );
}

const MARKS: Record<DiffLine["kind"], { sign: string; word: string; className: string }> = {
  same: { sign: " ", word: "", className: "text-ink" },
  removed: { sign: "−", word: "Removed: ", className: "bg-failure-soft text-failure" },
  added: { sign: "+", word: "Added: ", className: "bg-success-soft text-success" },
};

function Lines({ lines }: { lines: DiffLine[] }) {
  return lines.map(({ kind, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison never change their order.
    <span key={at} className={cn("block px-3", MARKS[kind].className)}>
      <span aria-hidden className="select-none pr-2">
        {MARKS[kind].sign}
      </span>
      {MARKS[kind].word && <span className="sr-only">{MARKS[kind].word}</span>}
      {text}
    </span>
  ));
}

function toLines(text: string): string[] {
  return (formatJson(text) ?? text).split("\n");
}

function count(lines: number, word: string): string {
  return `${lines} ${lines === 1 ? "line" : "lines"} ${word}`;
}
