"use client";

import type { RowData } from "@tanstack/react-table";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import {
  arrangeColumns,
  type ColumnChoice,
  leastWidthOf,
  listChoices,
  readChosen,
} from "@/components/views/arrange-columns";

/** The columns that the address chooses. It names none while they are the usual ones. */
export function useColumnChoice<Row extends RowData>(choice: ColumnChoice<Row>) {
  const [text, setText] = useQueryState("columns", parseAsString.withOptions({ history: "push", scroll: false }));
  return useMemo(() => {
    const choices = listChoices(choice);
    const usual = readChosen(choice, []);
    const chosen = readChosen(choice, text?.split(",") ?? []);
    const isUsual = chosen.join() === usual.join();
    const columns = isUsual ? choice.usual : arrangeColumns(choice, chosen);
    return {
      choices,
      chosen,
      isUsual,
      /** As a view keeps them. */
      stored: isUsual ? [] : chosen,
      columns,
      leastWidth: isUsual ? undefined : leastWidthOf(columns),
      choose: (ids: readonly string[]) => void setText(ids.join() === usual.join() ? null : ids.join(",")),
    };
  }, [choice, text, setText]);
}

export type ChosenColumns = Omit<ReturnType<typeof useColumnChoice>, "columns" | "leastWidth">;
