import { FilterChip } from "@/components/data-table/filter-chip";
import type { QueryPatch } from "@/components/data-table/use-list-query";

/** The filters of lists that occur once for each value in an address. */
export const REPEATED = ["metadata"];

type ReferenceChipsProps = {
  values: { external_id?: string | undefined; metadata: readonly string[] };
  onChange: (patch: QueryPatch) => void;
};

/** The filters by references that an address has, each with a button to remove it. */
export function ReferenceChips({ values: { external_id, metadata }, onChange }: ReferenceChipsProps) {
  return (
    <>
      {external_id !== undefined && (
        <FilterChip name="External id" value={external_id} onRemove={() => onChange({ external_id: null })} />
      )}
      {metadata.map((pair) => (
        <FilterChip
          key={pair}
          name="Metadata"
          value={pair}
          onRemove={() => onChange({ metadata: metadata.filter((one) => one !== pair) })}
        />
      ))}
    </>
  );
}
