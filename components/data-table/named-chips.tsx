"use client";

import { FilterChip } from "@/components/data-table/filter-chip";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { isUuid, shortenID } from "@/components/ids/id-text";

type NamedChipsProps = {
  /** What each filter is called, by its parameter. */
  names: Readonly<Record<string, string>>;
  values: object;
  setFilters: (patch: QueryPatch) => void;
};

/** What is set of these filters, each of their values to be removed by itself. */
export function NamedChips({ names, values, setFilters }: NamedChipsProps) {
  return Object.entries(names).flatMap(([param, name]) => {
    const all = [(values as Record<string, string | string[] | undefined>)[param] ?? []].flat();
    return all.map((value) => (
      <FilterChip
        key={param + value}
        name={name}
        value={param.endsWith("Id") && isUuid(value) ? shortenID(value) : value}
        onRemove={() => setFilters({ [param]: all.filter((one) => one !== value) })}
      />
    ));
  });
}
