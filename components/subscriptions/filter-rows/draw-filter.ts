import type { FilterNode, FilterTree } from "@/components/subscriptions/filter-rows/filter-tree";
import { readTree } from "@/components/subscriptions/filter-rows/read-tree";
import { readFilterText } from "@/components/subscriptions/filter-text";
import { findFilterErrors } from "@/lib/filter/validate-filter";

/** More than anybody reads as rows. */
const MAX_NODES = 100;

/** A filter's rows, or why its text stays JSON. */
export type DrawnFilter = { tree: FilterTree; why: null } | { tree: null; why: string };

export function drawFilter(text: string): DrawnFilter {
  const filter = readFilterText(text);
  if (filter === undefined || findFilterErrors(filter).length > 0) {
    return { tree: null, why: "The JSON below cannot be used yet. Once it can, its conditions are shown here." };
  }
  const tree = readTree(filter);
  const count = Object.values(tree.sections).reduce((sum, nodes) => sum + countNodes(nodes), 0);
  if (count <= MAX_NODES) return { tree, why: null };
  return { tree: null, why: `A filter of ${count} conditions is not drawn: more than ${MAX_NODES} stay JSON.` };
}

function countNodes(nodes: readonly FilterNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + (node.kind === "group" ? countNodes(node.parts) : 0), 0);
}
