"use client";

import { Plus } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { BuilderContext } from "@/components/subscriptions/filter-rows/builder-context";
import { BuilderNodes } from "@/components/subscriptions/filter-rows/builder-nodes";
import {
  FILTER_SECTIONS,
  type FilterNode,
  type FilterSection,
  type FilterTree,
  mapSections,
  newRow,
  replaceNode,
  rootPlace,
} from "@/components/subscriptions/filter-rows/filter-tree";
import { judgeTree } from "@/components/subscriptions/filter-rows/judge-tree";
import { listSampleFields, type SampleField } from "@/components/subscriptions/filter-rows/sample-fields";
import { useFilterTree } from "@/components/subscriptions/filter-rows/use-filter-tree";
import type { Sample } from "@/components/subscriptions/filter-sample";
import { Button } from "@/components/ui/button";

type FilterBuilderProps = {
  text: string;
  onText: (text: string) => void;
  /** The event that fields are completed from. */
  sample: Sample | null;
  /** Whether the conditions are judged on the sample. */
  judges: boolean;
  readOnly: boolean;
  isRefused: boolean;
};

const SECTION_WORDS: Readonly<Record<FilterSection, { title: string; add: string }>> = {
  body: { title: "Body", add: "Body field" },
  headers: { title: "Header", add: "Header" },
  query: { title: "Query", add: "Query parameter" },
  path: { title: "Path", add: "Path" },
};

const NO_FIELDS: readonly SampleField[] = [];

/** The filter as rows, in step with its JSON both ways. */
export function FilterBuilder({ text, onText, sample, judges, readOnly, isRefused }: FilterBuilderProps) {
  const { drawn, change } = useFilterTree(text, onText);
  const [added, setAdded] = useState<string | null>(null);
  const frame = useRef<HTMLFieldSetElement>(null);
  const { tree, why } = drawn;
  const fields = useMemo(() => sample && listSampleFields(sample), [sample]);
  const verdicts = useMemo(() => (judges && sample && tree ? judgeTree(tree, sample) : null), [judges, sample, tree]);

  const builder = {
    verdicts,
    added,
    readOnly,
    isRefused,
    add: (node: FilterNode) => {
      setAdded(node.kind === "group" ? (node.parts[0]?.id ?? null) : node.id);
      return node;
    },
    replace: (id: string, next: FilterNode | null) => {
      if (!tree) return;
      // The button that removed it goes with it, and the focus would be lost.
      if (next === null) frame.current?.focus();
      change(mapSections(tree, (nodes) => replaceNode(nodes, id, next)));
    },
  };

  return (
    <fieldset ref={frame} tabIndex={-1} className="min-w-0 space-y-3 rounded border p-3 outline-none">
      <legend className="sr-only">Conditions</legend>
      <p className="text-ink-muted text-sm">{why ?? sayWhichPass(tree)}</p>
      {tree && (
        <BuilderContext value={builder}>
          {FILTER_SECTIONS.filter((section) => tree.sections[section].length > 0).map((section) => (
            <Section
              key={section}
              section={section}
              nodes={tree.sections[section]}
              fields={fields?.[section] ?? NO_FIELDS}
              onAdd={(node) => change(withNode(tree, section, node))}
            />
          ))}
          {!readOnly && (
            <EmptySections tree={tree} onAdd={(section) => change(withNode(tree, section, builder.add(newRow())))} />
          )}
        </BuilderContext>
      )}
    </fieldset>
  );
}

function sayWhichPass(tree: FilterTree): string {
  const isEmpty = FILTER_SECTIONS.every((section) => tree.sections[section].length === 0);
  return isEmpty ? "No condition: every event of these types passes." : "All of these conditions must pass.";
}

function withNode(tree: FilterTree, section: FilterSection, node: FilterNode): FilterTree {
  return { ...tree, sections: { ...tree.sections, [section]: [...tree.sections[section], node] } };
}

type SectionProps = {
  section: FilterSection;
  nodes: readonly FilterNode[];
  fields: readonly SampleField[];
  onAdd: (node: FilterNode) => void;
};

function Section({ section, nodes, fields, onAdd }: SectionProps) {
  const listId = useId();
  const place = useMemo(() => ({ ...rootPlace(section), listId, fields }), [section, listId, fields]);
  const { title } = SECTION_WORDS[section];
  return (
    <section aria-label={title} className="space-y-2">
      <p className="font-medium text-sm">{title}</p>
      <BuilderNodes nodes={nodes} place={place} label={`${title} `} onAdd={onAdd} />
    </section>
  );
}

function EmptySections({ tree, onAdd }: { tree: FilterTree; onAdd: (section: FilterSection) => void }) {
  const empty = FILTER_SECTIONS.filter((section) => tree.sections[section].length === 0);
  if (empty.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-ink-muted text-sm">Add a condition on</span>
      {empty.map((section) => (
        <Button key={section} size="sm" onClick={() => onAdd(section)}>
          <Plus aria-hidden />
          {SECTION_WORDS[section].add}
        </Button>
      ))}
    </div>
  );
}
