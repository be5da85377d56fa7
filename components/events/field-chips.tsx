"use client";

import { FilterChip } from "@/components/data-table/filter-chip";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { readAloud } from "@/components/events/payload-conditions";

type FieldChipsProps = { body: readonly string[]; setFilters: (patch: QueryPatch) => void };

/** The fields of payloads that a list is searched for. */
export function FieldChips({ body, setFilters }: FieldChipsProps) {
  return body.map((condition) => (
    <FilterChip
      key={condition}
      name="Payload"
      value={readAloud(condition)}
      onRemove={() => setFilters({ body: body.filter((one) => one !== condition) })}
    />
  ));
}
