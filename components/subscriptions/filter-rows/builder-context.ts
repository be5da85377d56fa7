"use client";

import { createContext, useContext } from "react";
import type { FilterNode, NodePlace } from "@/components/subscriptions/filter-rows/filter-tree";
import type { SampleField } from "@/components/subscriptions/filter-rows/sample-fields";

type Builder = {
  /** Replaces a node, or removes it by `null`. */
  replace: (id: string, next: FilterNode | null) => void;
  /** Null while there is no sample to judge. */
  verdicts: ReadonlyMap<string, boolean> | null;
  /** The node that was added last, which gets the focus. */
  added: string | null;
  /** Announces a node that is about to be added. */
  add: (node: FilterNode) => FilterNode;
  readOnly: boolean;
  /** Whether the form was refused, so that no unfinished row stays silent. */
  isRefused: boolean;
};

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("The rows of a filter need a BuilderContext above them.");
  return builder;
}

/** Where nodes are listed: the fields of the sample that stand there, and the id of their list. */
export type ListPlace = NodePlace & { fields: readonly SampleField[]; listId: string };
