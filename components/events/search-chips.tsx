"use client";

import { FilterChip } from "@/components/data-table/filter-chip";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { readAloud } from "@/components/events/payload-conditions";
import type { Search } from "@/lib/nouns/events/search-conditions";

type SearchChipsProps = { values: Search; setFilters: (patch: QueryPatch) => void };

/** What a list is searched for: words and fields of payloads, and headers. */
export function SearchChips({ values: { q, body, header }, setFilters }: SearchChipsProps) {
  return (
    <>
      {q && <FilterChip name="Payload contains" value={q} onRemove={() => setFilters({ q: null })} />}
      {body.map((condition) => (
        <FilterChip
          key={condition}
          name="Payload"
          value={readAloud(condition)}
          onRemove={() => setFilters({ body: body.filter((one) => one !== condition) })}
        />
      ))}
      {header.map((written) => (
        <FilterChip
          key={written}
          name="Header"
          value={written.replace("=", ": ")}
          onRemove={() => setFilters({ header: header.filter((one) => one !== written) })}
        />
      ))}
    </>
  );
}
