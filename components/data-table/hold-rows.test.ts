import { expect, it } from "vitest";
import { hasLeft, holdRows } from "@/components/data-table/hold-rows";

type Row = { id: string; state: string };

const rowsOf = (ids: string, state = "old"): Row[] => [...ids].map((id) => ({ id, state }));
const rowID = ({ id }: Row) => id;
const show = (rows: readonly Row[]) => rows.map(({ id, state }) => `${id} ${state}`);
const hold = (shown: string, latest: string, { below = "", acted = "" } = {}) =>
  holdRows({
    shown: rowsOf(shown),
    latest: rowsOf(latest, "latest"),
    below: rowsOf(below, "below"),
    rowID,
    acted: new Set(acted),
  });

it("keeps each row in its place with its newest state, and counts those that came before", () => {
  const { rows, newCount, isMore } = hold("dcba", "fedc", { below: "dcba" });
  expect(show(rows)).toEqual(["d latest", "c latest", "b below", "a below"]);
  expect([newCount, isMore]).toEqual([2, false]);
});

it("counts no row that moves up from the next page", () => {
  const { rows, newCount } = hold("dcba", "dba9");
  expect(show(rows)).toEqual(["d latest", "c old", "b latest", "a latest"]);
  expect(newCount).toBe(0);
});

it("lets a row go that the reader's own action took out of the list", () => {
  expect(show(hold("dcb", "db", { acted: "c" }).rows)).toEqual(["d latest", "b latest"]);
  expect(show(hold("dcb", "dcb", { acted: "c" }).rows)).toHaveLength(3);
});

it("says that there are more new rows than the page has room for", () => {
  expect(hold("cba", "ihg")).toMatchObject({ newCount: 3, isMore: true });
  expect(hold("cba", "")).toMatchObject({ newCount: 0, isMore: false });
});

it("knows when a shown row is not on the latest page", () => {
  const asked = (shown: string, latest: string) => hasLeft({ shown: rowsOf(shown), latest: rowsOf(latest), rowID });
  expect([asked("cba", "dcba"), asked("cba", "dcb")]).toEqual([false, true]);
});
