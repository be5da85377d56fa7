import type { CardPlace, ColumnMeta } from "@/components/data-table/features";

const CARD_PLACES: Record<CardPlace, string> = {
  status: "max-md:[grid-area:status]",
  time: "max-md:[grid-area:time] max-md:justify-self-end",
  title: "max-md:[grid-area:title]",
  detail: "max-md:[grid-area:detail]",
  action: "max-md:[grid-area:action] max-md:justify-self-end",
  note: "max-md:col-span-full max-md:row-start-4 max-md:empty:hidden",
};

/**
 * A row is a table row, and below 768 px a card of three lines, four with a note. Each is painted by itself, so that a key
 * that changes one of a hundred, or something beside them, does not paint them all again.
 */
export const ROW_CLASSES =
  "group/row isolate border-b max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3 max-md:[grid-template-areas:'status_time'_'title_title'_'detail_action']";

export function cellClasses(meta: ColumnMeta | undefined): string {
  return [
    "text-sm md:h-10 md:px-2 md:first:pl-6 md:last:pr-6",
    // Buttons are not cut, since "…" beside them would say nothing.
    meta?.fits || meta?.card === "action" ? "whitespace-nowrap max-md:min-w-0" : "truncate",
    meta?.align === "right" ? "md:text-right" : "",
    meta?.card ? CARD_PLACES[meta.card] : "max-md:hidden",
    fromClass(meta),
  ].join(" ");
}

export function headClasses(meta: ColumnMeta | undefined): string {
  return [meta?.align === "right" ? "text-right" : "text-left", meta?.width ?? "", fromClass(meta)].join(" ");
}

function fromClass(meta: ColumnMeta | undefined): string {
  if (meta?.from === "never") return "md:hidden";
  // A cell with a place on the card is dropped only between the card's and its own minimum width.
  if (meta?.from === "xl") return meta.card ? "md:max-xl:hidden" : "max-xl:hidden";
  if (meta?.from === "lg") return meta.card ? "md:max-lg:hidden" : "max-lg:hidden";
  return "";
}
