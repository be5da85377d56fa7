import {
  FILTER_SECTIONS,
  type FilterGroup,
  type FilterNode,
  type FilterRow,
  type FilterTree,
  type NodePlace,
  placeInside,
  rootPlace,
} from "@/components/subscriptions/filter-rows/filter-tree";
import { writeValue } from "@/components/subscriptions/filter-rows/row-value";
import { ANY } from "@/lib/filter/filter-key";
import { stringifyExact } from "@/lib/wire/exact-json";
import { formatJson } from "@/lib/wire/json-tokens";

/** JSON to be written; `raw` is written as it is. */
export type Written = { raw: string } | { list: Written[] } | { entries: Entry[] };
type Entry = [key: string, value: Written];

/** Stands for a value that is not typed yet, so that such a filter can be neither used nor saved. */
const UNFINISHED = "?";

/** The filter's JSON text; empty for a filter that takes everything. */
export function writeTree({ isFlattened, sections }: FilterTree): string {
  const entries = FILTER_SECTIONS.filter((section) => sections[section].length > 0).map(
    (section): Entry => [section, { entries: writeAll(sections[section], rootPlace(section)) }],
  );
  if (isFlattened) entries.push(["is_flattened", { raw: "true" }]);
  if (entries.length === 0) return "";
  const text = print({ entries });
  return formatJson(text) ?? text;
}

/** The entries of an object that passes if all nodes do. */
export function writeAll(nodes: readonly FilterNode[], place: NodePlace): Entry[] {
  const entries: Entry[] = [];
  for (const node of nodes) {
    const entry = writeNode(node, place);
    if (!joins(entries, entry, node, place)) entries.push(entry);
  }
  const isRepeated = new Set(entries.map(([key]) => key)).size < entries.length;
  return isRepeated ? [["$and", { list: entries.map((entry) => ({ entries: [entry] })) }]] : entries;
}

/** Adds a further operator to the entry of the same single value, where that means the same. */
function joins(entries: Entry[], [key, value]: Entry, node: FilterNode, { section }: NodePlace): boolean {
  if (node.kind !== "row" || section !== "body" || key.split(".").includes(ANY)) return false;
  const known = entries.find(([one]) => one === key)?.[1];
  if (!known || !("entries" in known) || !("entries" in value)) return false;
  const isFree = known.entries.every(([operator]) => operator !== node.operator && operator.startsWith("$"));
  if (isFree) known.entries.push(...value.entries);
  return isFree;
}

function writeNode(node: FilterNode, place: NodePlace): Entry {
  if (node.kind === "kept") return [node.key, { raw: stringifyExact(node.value) }];
  return node.kind === "row" ? writeRow(node, place) : writeGroup(node, placeInside(place, node));
}

function writeRow({ field, inKey, operator, value }: FilterRow, { named }: NodePlace): Entry {
  const raw = { raw: writeValue(value) ?? UNFINISHED };
  if (field === "" && named) return [operator, raw];
  if (inKey) return [`${field}.${operator}`, raw];
  const isBare = operator === "$eq" && value.kind !== "json";
  return [field, isBare ? raw : { entries: [[operator, raw]] }];
}

function writeGroup(group: FilterGroup, inside: NodePlace): Entry {
  const { field, inKey, mode, parts } = group;
  if (mode === "all" && field !== "" && !inKey) return [field, { entries: writeAll(parts, inside) }];
  const [operator, operand] = writeCombination(group, inside);
  if (field === "") return [operator, operand];
  return inKey ? [`${field}.${operator}`, operand] : [field, { entries: [[operator, operand]] }];
}

function writeCombination({ mode, parts }: FilterGroup, inside: NodePlace): Entry {
  const list = parts.map((part) => writePart(part, inside));
  if (mode === "all") return ["$and", { list }];
  if (mode === "any") return ["$or", { list }];
  const [sole] = list;
  return ["$not", sole && list.length === 1 ? sole : { entries: [["$or", { list }]] }];
}

/** A condition of its own; a group of all within a list is an object of several entries. */
function writePart(part: FilterNode, place: NodePlace): Written {
  const isPlain = part.kind === "group" && part.mode === "all" && part.field === "" && part.parts.length > 0;
  return { entries: writeAll(isPlain ? part.parts : [part], place) };
}

export function print(json: Written, indent = ""): string {
  if ("raw" in json) return json.raw;
  const inner = `${indent}  `;
  const isList = "list" in json;
  const parts = isList
    ? json.list.map((item) => print(item, inner))
    : json.entries.map(([key, value]) => `${JSON.stringify(key)}: ${print(value, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
