"use client";

import { Braces, Plus, X } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { type ListPlace, useBuilder } from "@/components/subscriptions/filter-rows/builder-context";
import { BuilderRow } from "@/components/subscriptions/filter-rows/builder-row";
import {
  type FilterGroup,
  type FilterNode,
  GROUP_MODES,
  type GroupMode,
  type KeptPart,
  newGroup,
  newRow,
  placeInside,
} from "@/components/subscriptions/filter-rows/filter-tree";
import { findFieldError } from "@/components/subscriptions/filter-rows/find-row-error";
import { NodeVerdict } from "@/components/subscriptions/filter-rows/node-verdict";
import type { SampleField } from "@/components/subscriptions/filter-rows/sample-fields";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";
import { stringifyExact } from "@/lib/wire/exact-json";

const MODE_WORDS: Readonly<Record<GroupMode, string>> = {
  all: "All of these pass",
  any: "Any of these passes",
  none: "None of these passes",
};

type BuilderNodesProps = {
  nodes: readonly FilterNode[];
  place: ListPlace;
  label: string;
  onAdd: (node: FilterNode) => void;
};

/** The conditions of one section or group, and what adds to them. */
export function BuilderNodes({ nodes, place, label, onAdd }: BuilderNodesProps) {
  const { add, readOnly } = useBuilder();
  return (
    <div className="space-y-3">
      <FieldOptions id={place.listId} fields={place.fields} />
      {nodes.map((node, at) => (
        <BuilderNode key={node.id} node={node} place={place} label={`${label}${at + 1}`} />
      ))}
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onAdd(add(newRow()))}>
            <Plus aria-hidden />
            Add a condition
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onAdd(add(newGroup()))}>
            <Braces aria-hidden />
            Add a group
          </Button>
        </div>
      )}
    </div>
  );
}

export function FieldOptions({ id, fields }: { id: string; fields: readonly SampleField[] }) {
  return (
    <datalist id={id}>
      {fields.map(({ path, kind, shown }) => (
        <option key={path} value={path}>
          {kind === "json" ? shown : `${kind}, ${shown}`}
        </option>
      ))}
    </datalist>
  );
}

function BuilderNode({ node, place, label }: { node: FilterNode; place: ListPlace; label: string }) {
  if (node.kind === "row") return <BuilderRow row={node} place={place} label={label} />;
  if (node.kind === "group") return <BuilderGroup group={node} place={place} label={label} />;
  return <Kept part={node} label={label} />;
}

function BuilderGroup({ group, place, label }: { group: FilterGroup; place: ListPlace; label: string }) {
  const { replace, readOnly, isRefused } = useBuilder();
  const [isLeft, setLeft] = useState(false);
  const listId = useId();
  const errorId = useId();
  const inner = useMemo(
    () => ({ ...placeInside(place, group), listId, fields: fieldsInside(place.fields, group.field) }),
    [place, group, listId],
  );
  const error = isLeft || isRefused ? findGroupError(group, place) : null;
  const change = (part: Partial<FilterGroup>) => replace(group.id, { ...group, ...part });
  return (
    <fieldset
      aria-label={label}
      className="min-w-0 space-y-3 border-l-2 pl-3"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setLeft(true)}
    >
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">
          <Select
            aria-label={`${label}: which must pass`}
            value={group.mode}
            onChange={(event) => change({ mode: event.target.value as GroupMode })}
            className="w-48 max-sm:w-full"
          >
            {GROUP_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {MODE_WORDS[mode]}
              </option>
            ))}
          </Select>
          {place.section !== "path" && (
            <Input
              aria-label={`${label}: of the field`}
              aria-invalid={error !== null}
              aria-describedby={error ? errorId : undefined}
              list={place.listId}
              value={group.field}
              onChange={(event) => change({ field: event.target.value })}
              placeholder={place.section === "body" ? "of one field, such as items.$" : "of one name"}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="min-w-40 flex-1 font-mono"
            />
          )}
        </div>
        {!readOnly && (
          <Button size="icon" variant="ghost" aria-label={`Remove ${label}`} onClick={() => replace(group.id, null)}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {error && (
        <p id={errorId} className="text-failure text-sm">
          {error}
        </p>
      )}
      <BuilderNodes
        nodes={group.parts}
        place={inner}
        label={`${label}.`}
        onAdd={(node) => change({ parts: [...group.parts, node] })}
      />
      {!error && <NodeVerdict id={group.id} passes="The group passes" fails="The group fails" />}
    </fieldset>
  );
}

function findGroupError({ field, parts }: FilterGroup, place: ListPlace): string | null {
  return findFieldError(field, place, true) ?? (parts.length === 0 ? "Add a condition." : null);
}

/** The fields below one, as they are named from there. */
function fieldsInside(fields: readonly SampleField[], field: string): readonly SampleField[] {
  if (field === "") return fields;
  const start = `${field}.`;
  return fields.flatMap((one) => (one.path.startsWith(start) ? [{ ...one, path: one.path.slice(start.length) }] : []));
}

function Kept({ part, label }: { part: KeptPart; label: string }) {
  const { replace, readOnly } = useBuilder();
  return (
    <fieldset aria-label={label} className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1 space-y-1">
        <pre className="max-h-32 overflow-auto whitespace-pre-wrap break-all rounded bg-sunken px-2.5 py-1.5 font-mono text-sm">
          {JSON.stringify(part.key)}: {stringifyExact(part.value, 2)}
        </pre>
        <p className="text-ink-muted text-sm">
          Rows cannot show this part. It stays as it is, and can be changed in the JSON below.
        </p>
        <NodeVerdict id={part.id} passes="Passes on the sample" fails="Fails on the sample" />
      </div>
      {!readOnly && (
        <Button size="icon" variant="ghost" aria-label={`Remove ${label}`} onClick={() => replace(part.id, null)}>
          <X aria-hidden />
        </Button>
      )}
    </fieldset>
  );
}
