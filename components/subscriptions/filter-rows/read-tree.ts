import {
  type FilterGroup,
  type FilterNode,
  type FilterRow,
  type FilterSection,
  type FilterTree,
  type NodePlace,
  newNodeId,
  rootPlace,
} from "@/components/subscriptions/filter-rows/filter-tree";
import { readValue } from "@/components/subscriptions/filter-rows/row-value";
import type { FilterSet } from "@/lib/filter/compile-filter";
import { ANY, type Combination, type Comparison, isCombination, readFilterKey } from "@/lib/filter/filter-key";
import { ExactNumber } from "@/lib/wire/exact-json";

/** Groups within groups, more of which nobody reads on a phone. */
const MAX_DEPTH = 4;

type Place = NodePlace & { depth: number };

/** A filter that the engine takes, as rows and groups that mean the same. */
export function readTree(filter: FilterSet): FilterTree {
  const { body, headers, query, path } = filter;
  return {
    isFlattened: filter.is_flattened === true,
    sections: {
      body: readSection("body", body),
      headers: readSection("headers", headers),
      query: readSection("query", query),
      path: readSection("path", path),
    },
  };
}

function readSection(section: FilterSection, value: object | string | null | undefined): FilterNode[] {
  if (value === null || value === undefined) return [];
  return readAll(value, { ...rootPlace(section), depth: 0 });
}

/** The nodes that must all pass. */
function readAll(condition: unknown, place: Place): FilterNode[] {
  if (!isObject(condition)) {
    return [
      place.named ? toRow("", "$eq", condition) : { kind: "kept", id: newNodeId(), key: "$eq", value: condition },
    ];
  }
  const entries = Object.entries(condition);
  const [sole] = entries;
  if (sole && entries.length === 1 && sole[0] === "$and") {
    return (sole[1] as unknown[]).flatMap((part) => readAll(part, place));
  }
  return entries.flatMap(([key, operand]) => readEntry(key, operand, place));
}

function readOne(condition: unknown, place: Place): FilterNode {
  const nodes = readAll(condition, place);
  const [node] = nodes;
  return node && nodes.length === 1 ? node : toGroup("", "all", nodes);
}

function readEntry(key: string, operand: unknown, place: Place): FilterNode[] {
  const isFlat = place.section === "headers" || place.section === "query";
  const read = readFilterKey(key, isFlat);
  const kept: FilterNode = { kind: "kept", id: newNodeId(), key, value: operand };
  if (typeof read === "string" || place.depth >= MAX_DEPTH) return [kept];
  const { steps, operator } = read;
  const field = steps.join(".");
  const inKey = steps.length > 1;
  const inside = { ...place, named: place.named || field !== "", depth: place.depth + 1 };
  if (operator === null) return readField(field, operand, inside);
  if (isCombination(operator)) return [{ ...readCombination(operator, operand, inside), field, inKey }];
  return inside.named ? [{ ...toRow(field, operator, operand), inKey }] : [kept];
}

function readField(field: string, operand: unknown, inside: Place): FilterNode[] {
  if (!isObject(operand)) return [toRow(field, "$eq", operand)];
  const entries = Object.entries(operand).map(([key, value]) => ({ value, operator: soleOperator(key) }));
  const [sole] = entries;
  if (sole?.operator && entries.length === 1 && isCombination(sole.operator)) {
    return [{ ...readCombination(sole.operator, sole.value, inside), field }];
  }
  // One of several elements, or of the values of a repeated header, must pass all conditions.
  const isSingle = inside.section === "body" && !field.split(".").includes(ANY);
  const rows = entries.flatMap(({ operator, value }) =>
    operator && !isCombination(operator) ? [toRow(field, operator, value)] : [],
  );
  if (rows.length === entries.length && (isSingle || rows.length === 1)) return rows;
  return [toGroup(field, "all", readAll(operand, inside))];
}

function soleOperator(key: string): Comparison | Combination | null {
  const read = readFilterKey(key, false);
  return typeof read === "string" || read.steps.length > 0 ? null : read.operator;
}

function readCombination(operator: Combination, operand: unknown, place: Place): FilterGroup {
  if (operator !== "$not") {
    const parts = (operand as unknown[]).map((part) => readOne(part, place));
    return toGroup("", operator === "$or" ? "any" : "all", parts);
  }
  const inner = isObject(operand) && Object.keys(operand).length === 1 ? operand.$or : undefined;
  if (Array.isArray(inner))
    return toGroup(
      "",
      "none",
      inner.map((part) => readOne(part, place)),
    );
  return toGroup("", "none", [readOne(operand, place)]);
}

function toRow(field: string, operator: Comparison, operand: unknown): FilterRow {
  return { kind: "row", id: newNodeId(), field, inKey: false, operator, value: readValue(operator, operand) };
}

function toGroup(field: string, mode: FilterGroup["mode"], parts: FilterNode[]): FilterGroup {
  return { kind: "group", id: newNodeId(), field, inKey: false, mode, parts };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
