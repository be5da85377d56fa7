import {
  FILTER_SECTIONS,
  type FilterNode,
  type FilterTree,
  type NodePlace,
  placeInside,
  rootPlace,
} from "@/components/subscriptions/filter-rows/filter-tree";
import { print, type Written, writeAll } from "@/components/subscriptions/filter-rows/write-tree";
import { compileFilter, type FilterInput } from "@/lib/filter/compile-filter";
import { findFilterErrors } from "@/lib/filter/validate-filter";
import { parseExact } from "@/lib/wire/exact-json";

type Wrap = (condition: Written) => Written;

/**
 * Whether each node alone passes on an event, by its id, judged by the code that routes events. One that is not a
 * condition yet has no verdict, nor has one on the path of an event whose path is unknown. Inside of a group of none it is the node that is judged, not the group's denial.
 */
export function judgeTree({ sections }: FilterTree, input: FilterInput): ReadonlyMap<string, boolean> {
  const verdicts = new Map<string, boolean>();
  const judge = (nodes: readonly FilterNode[], place: NodePlace, wrap: Wrap) => {
    for (const node of nodes) {
      const filter = { [place.section]: readWritten(wrap({ entries: writeAll([node], place) })) };
      if (filter[place.section] !== undefined && findFilterErrors(filter).length === 0) {
        verdicts.set(node.id, compileFilter(filter)(input));
      }
      if (node.kind !== "group") continue;
      const { field } = node;
      judge(node.parts, placeInside(place, node), (inner) =>
        wrap(field === "" ? inner : { entries: [[field, inner]] }),
      );
    }
  };
  for (const section of FILTER_SECTIONS) {
    if (section === "path" && input.path === "") continue;
    judge(sections[section], rootPlace(section), (condition) => condition);
  }
  return verdicts;
}

function readWritten(json: Written): object | undefined {
  try {
    return parseExact(print(json)) as object;
  } catch {
    return undefined;
  }
}
