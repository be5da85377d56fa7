import { expect, it } from "vitest";
import { columnHelper } from "@/components/data-table/features";
import { arrangeColumns, idOf, leastWidthOf, listChoices, readChosen } from "@/components/views/arrange-columns";

type Row = { status: string; type: string; key: string };
const helper = columnHelper<Row>();
const choice = {
  usual: helper.columns([
    helper.accessor("status", { header: "Status", meta: { card: "status" } }),
    helper.accessor("type", { header: "Type", meta: { card: "title" } }),
    helper.display({ id: "next", header: "Next", meta: { width: "w-[27%]", from: "xl" } }),
    helper.display({ id: "actions", header: "Actions", meta: { card: "action" } }),
  ]),
  more: helper.columns([helper.accessor("key", { header: "Key", meta: { width: "w-40" } })]),
  fixed: "type",
};
const arranged = (ids: string[]) => arrangeColumns(choice, ids).map((column) => [idOf(column), column.meta?.from]);

it("has the usual columns unless known ones are wanted, always with the one that opens the row", () => {
  expect(readChosen(choice, [])).toEqual(["status", "type", "next"]);
  expect(readChosen(choice, ["nonsense", "actions"])).toEqual(["status", "type", "next"]);
  expect(readChosen(choice, ["key", "nonsense", "status", "key"])).toEqual(["type", "key", "status"]);
  expect(readChosen(choice, ["key", "type"])).toEqual(["key", "type"]);
});

it("offers every column but the actions", () => {
  expect(listChoices(choice)).toEqual([
    { id: "status", name: "Status", isUsual: true, isFixed: false },
    { id: "type", name: "Type", isUsual: true, isFixed: true },
    { id: "next", name: "Next", isUsual: true, isFixed: false },
    { id: "key", name: "Key", isUsual: false, isFixed: false },
  ]);
});

it("keeps the order of the choice, the actions at the end, and on a card what it usually has", () => {
  expect(arranged(["key", "type"])).toEqual([
    ["key", undefined],
    ["type", undefined],
    ["status", "never"],
    ["actions", undefined],
  ]);
});

it("is wide enough for what was chosen, on any screen", () => {
  const columns = arrangeColumns(choice, ["next", "type", "key"]);
  expect(columns.map(({ meta }) => meta?.width)).toEqual([undefined, undefined, "w-40", undefined, undefined]);
  expect(columns[0]?.meta?.from).toBeUndefined();
  expect(leastWidthOf(columns)).toBe(`${3.5 + 11 + 11 + 10 + 11}rem`);
});
