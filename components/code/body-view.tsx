"use client";

import { useMemo, useState } from "react";
import { JsonLines } from "@/components/code/json-lines";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { formatBytes } from "@/lib/kernel/format-bytes";
import { layOutJson } from "@/lib/wire/json-tokens";

/** Longer text is shown plain, since laying it out would be slow, and copied whole. */
const MAX_COLOURED_CHARS = 1_000_000;
const MAX_SHOWN_CHARS = 400_000;

type BodyViewProps = { text: string; what: string; note?: string | undefined; className?: string };

/**
 * Shows a payload or an answer: formatted JSON or the raw text, its size, and a button that copies exactly what was
 * sent.
 */
export function BodyView({ text, what, note, className }: BodyViewProps) {
  const [raw, setRaw] = useState(false);
  const lines = useMemo(() => (text.length <= MAX_COLOURED_CHARS ? layOutJson(text) : null), [text]);
  const bytes = useMemo(() => new TextEncoder().encode(text).length, [text]);

  const name = `Content of the ${what}`;

  if (text === "") return <p className="text-ink-muted text-sm">Empty</p>;
  return (
    <div className={cn("overflow-hidden rounded border bg-sunken", className)}>
      <div className="flex h-9 items-center gap-2 border-b px-3 text-ink-muted text-sm">
        <span className="truncate">
          {lines ? "JSON" : "Text"}, {formatBytes(bytes)}
          {note && `, ${note}`}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {lines && (
            <Button variant="ghost" size="sm" aria-pressed={raw} onClick={() => setRaw(!raw)}>
              {raw ? "Pretty" : "Raw"}
            </Button>
          )}
          <CopyButton value={text} what={what} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={name} className="max-h-96 overflow-auto focus-visible:-outline-offset-2">
        <pre className="p-3 font-mono text-sm leading-5">
          {lines && !raw ? <JsonLines key={text} lines={lines} /> : <PlainText text={text} />}
        </pre>
      </section>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  const shown = text.slice(0, MAX_SHOWN_CHARS);
  return (
    <span className="whitespace-pre-wrap break-all">
      {shown}
      {shown.length < text.length && (
        <span className="mt-3 block text-ink-muted">
          {formatBytes(text.length - shown.length)} more are not shown. Copy the whole to read them.
        </span>
      )}
    </span>
  );
}
