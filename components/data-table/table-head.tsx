import type { ReactTable, RowData } from "@tanstack/react-table";
import { headClasses } from "@/components/data-table/cell-classes";
import type { Features } from "@/components/data-table/features";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/class-names";

type TableHeadProps<Row extends RowData> = { table: ReactTable<Features, Row>; selectable: boolean };

export function TableHead<Row extends RowData>({ table, selectable }: TableHeadProps<Row>) {
  return (
    <thead className="max-md:hidden">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selectable && (
            <th scope="col" className={cn(headStyles, "w-14 text-left")}>
              <Checkbox
                aria-label="Select all rows of this page"
                checked={table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
                className="align-middle"
              />
            </th>
          )}
          {group.headers.map((header) => (
            <th scope="col" key={header.id} className={cn(headStyles, headClasses(header.column.columnDef.meta))}>
              {header.isPlaceholder ? null : <table.FlexRender header={header} />}
            </th>
          ))}
        </tr>
      ))}
    </thead>
  );
}

const headStyles =
  "sticky top-12 z-10 h-9 bg-canvas px-2 font-normal text-ink-muted text-sm shadow-[inset_0_-1px_var(--color-line)] first:pl-6 last:pr-6";
