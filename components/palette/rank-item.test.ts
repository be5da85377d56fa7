import { expect, it } from "vitest";
import type { PaletteEntry } from "./palette-entry";
import { findNamed, rankItem, toItemValue } from "./rank-item";

const view: PaletteEntry = { kind: "view", uid: "01a20750", name: "Set", detail: "deliveries", address: "/" };

/** The items in the order in which the palette shows them. */
const order = (typed: string, items: [value: string, keywords?: string[]][]) =>
  items
    .map(([value, keywords]) => ({ value, rank: rankItem(value, typed, keywords) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ value }) => value);

it("shows what has the typed name above pages that only have its letters", () => {
  const named = toItemValue(view);
  expect(order("set", [["Settings"], ["Event types"], [named, ["set"]], ["Sources"]])[0]).toBe(named);
  expect(order("SET ", [["Settings"], [named, ["SET "]]])[0]).toBe(named);
});

it("shows a page by its own name above a view that has it too, and what begins with the text above the rest", () => {
  const deliveries = toItemValue({ ...view, name: "Deliveries" });
  expect(order("deliveries", [[deliveries, ["deliveries"]], ["Deliveries"]])).toEqual(["Deliveries", deliveries]);
  const [first] = order("end", [["Send a test event"], ["Endpoints"]]);
  expect(first).toBe("Endpoints");
});

it("hides what does not fit", () => expect(rankItem("Settings", "zzz")).toBe(0));

it("chooses the only thing of a name", () => {
  expect(findNamed([view], "sEt ")).toBe(toItemValue(view));
  expect(findNamed([view], "se")).toBeNull();
  expect(findNamed([view], "set", ["SET"])).toBeNull();
  expect(findNamed([view, { ...view, kind: "endpoint" }], "set")).toBeNull();
});
