"use client";

import { useMemo, useState } from "react";
import { type DrawnFilter, drawFilter } from "@/components/subscriptions/filter-rows/draw-filter";
import type { FilterTree } from "@/components/subscriptions/filter-rows/filter-tree";
import { writeTree } from "@/components/subscriptions/filter-rows/write-tree";

/**
 * The rows of a filter's text, in step with it both ways. Rows that were changed here stay as they are, unfinished ones
 * too, until the text is changed elsewhere.
 */
export function useFilterTree(text: string, onText: (text: string) => void) {
  const [written, setWritten] = useState<{ text: string; tree: FilterTree } | null>(null);
  const read = useMemo(() => drawFilter(text), [text]);
  const drawn: DrawnFilter = written?.text === text ? { tree: written.tree, why: null } : read;
  const change = (tree: FilterTree) => {
    const next = writeTree(tree);
    setWritten({ text: next, tree });
    onText(next);
  };
  return { drawn, change };
}
