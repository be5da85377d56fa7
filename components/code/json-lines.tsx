"use client";

import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { findFolds, foldToFit, listShown } from "@/components/code/json-folds";
import { cn } from "@/components/ui/class-names";
import type { JsonLine, JsonToken } from "@/lib/wire/json-tokens";

/** Longer texts can be folded, and initially are, as far as this many lines require. */
const FOLDABLE_LINES = 40;
const SHOWN_LINES = 200;

const TOKEN_CLASSES: Record<JsonToken["kind"], string> = {
  key: "text-accent",
  string: "text-success",
  number: "text-scheduled",
  word: "text-processing",
  mark: "text-ink-muted",
};

/** Indented JSON in colours; long objects and lists can be folded. */
export function JsonLines({ lines }: { lines: JsonLine[] }) {
  const folds = useMemo(() => (lines.length > FOLDABLE_LINES ? findFolds(lines) : new Map<number, number>()), [lines]);
  const [folded, setFolded] = useState(() => foldToFit(lines, folds, SHOWN_LINES));
  const isFoldable = folds.size > 0;

  const toggle = (at: number) =>
    setFolded(new Set(folded.has(at) ? [...folded].filter((one) => one !== at) : [...folded, at]));

  return listShown(lines.length, folds, folded).map((at) => {
    const { depth, tokens } = lines[at] as JsonLine;
    const end = folds.get(at);
    const isFolded = end !== undefined && folded.has(at);
    return (
      <span
        key={at}
        className={cn("relative block whitespace-pre", isFoldable && "ml-4")}
        style={{ paddingLeft: `${depth * 2}ch` }}
      >
        {end !== undefined && (
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-label={`Lines ${at + 2} to ${end}`}
            onClick={() => toggle(at)}
            className="absolute top-0 -left-5 flex size-5 items-center justify-center rounded text-ink-muted hover:text-ink"
          >
            <ChevronRight aria-hidden className={cn("size-3.5", !isFolded && "rotate-90")} />
          </button>
        )}
        <Tokens tokens={tokens} />
        {isFolded && (
          <>
            <span className="text-ink-muted"> … {(end - at - 1).toLocaleString("en")} lines </span>
            <Tokens tokens={lines[end]?.tokens ?? []} />
          </>
        )}
      </span>
    );
  });
}

function Tokens({ tokens }: { tokens: readonly JsonToken[] }) {
  return tokens.map(({ kind, text }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one line never change their order.
    <span key={i} className={TOKEN_CLASSES[kind]}>
      {text}
    </span>
  ));
}
