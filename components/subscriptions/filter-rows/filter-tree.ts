import type { Comparison } from "@/lib/filter/filter-key";

/** The parts of a request that a filter has conditions on; all of them must pass. */
export const FILTER_SECTIONS = ["body", "headers", "query", "path"] as const;
export type FilterSection = (typeof FILTER_SECTIONS)[number];

export const GROUP_MODES = ["all", "any", "none"] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** What is typed into a value: `texts` and `numbers` are lists separated by commas, `json` is any JSON value. */
export type ValueKind = "text" | "number" | "boolean" | "null" | "texts" | "numbers" | "json";
export type RowValue = { kind: ValueKind; text: string };

/**
 * One comparison. An empty `field` inside of a group with a field, or in the path, means the value itself. `inKey` says
 * that the operator stands in the key (`"a.b.$gt": 1`), which reads a name with dots in it otherwise than `"a.b"` does.
 */
export type FilterRow = {
  kind: "row";
  id: string;
  field: string;
  inKey: boolean;
  operator: Comparison;
  value: RowValue;
};

/** Conditions together, on a field if it names one: `items.$` is one element for all of them. */
export type FilterGroup = {
  kind: "group";
  id: string;
  field: string;
  inKey: boolean;
  mode: GroupMode;
  parts: FilterNode[];
};

/** A part that rows cannot show. It is written back as it is. */
export type KeptPart = { kind: "kept"; id: string; key: string; value: unknown };

export type FilterNode = FilterRow | FilterGroup | KeptPart;

export type FilterTree = { isFlattened: boolean; sections: Record<FilterSection, FilterNode[]> };

/** Where a node stands: `named` says whether a field is named above it. */
export type NodePlace = { section: FilterSection; named: boolean };

let made = 0;

/** A name for a node as long as the page lives. */
export function newNodeId(): string {
  made += 1;
  return `node-${made}`;
}

export function newRow(field = ""): FilterRow {
  return { kind: "row", id: newNodeId(), field, inKey: false, operator: "$eq", value: { kind: "text", text: "" } };
}

export function newGroup(): FilterGroup {
  return { kind: "group", id: newNodeId(), field: "", inKey: false, mode: "any", parts: [newRow()] };
}

export function rootPlace(section: FilterSection): NodePlace {
  return { section, named: section === "path" };
}

export function placeInside({ section, named }: NodePlace, { field }: FilterGroup): NodePlace {
  return { section, named: named || field !== "" };
}

/** The nodes with the one of this id replaced, or removed by `null`, at any depth. */
export function replaceNode(nodes: readonly FilterNode[], id: string, next: FilterNode | null): FilterNode[] {
  return nodes.flatMap((node) => {
    if (node.id === id) return next ? [next] : [];
    return [node.kind === "group" ? { ...node, parts: replaceNode(node.parts, id, next) } : node];
  });
}

export function mapSections(tree: FilterTree, map: (nodes: FilterNode[]) => FilterNode[]): FilterTree {
  const { body, headers, query, path } = tree.sections;
  return { ...tree, sections: { body: map(body), headers: map(headers), query: map(query), path: map(path) } };
}
