import { describe, expect, it } from "vitest";
import { layOutJson } from "@/lib/wire/json-tokens";
import { findFolds, foldToFit, listShown } from "./json-folds";

const lay = (value: unknown) => layOutJson(JSON.stringify(value)) ?? [];
const text = (lines: ReturnType<typeof lay>, places: number[]) =>
  places.map((at) => lines[at]?.tokens.map((token) => token.text).join(""));

describe("folding JSON", () => {
  it("finds where each object and list ends, except empty ones", () => {
    const lines = lay({ a: { b: [1] }, c: {}, d: [] });
    expect([...findFolds(lines)].sort(([a], [b]) => a - b)).toEqual([
      [0, 8],
      [1, 5],
      [2, 4],
    ]);
  });

  it("folds nothing that fits", () => {
    const lines = lay({ a: { b: 1 } });
    expect(foldToFit(lines, findFolds(lines), 5).size).toBe(0);
  });

  it("shows a long list's items as one line each, and everything that is unfolded", () => {
    const lines = lay({ data: Array.from({ length: 20 }, (_, id) => ({ id, nested: { x: 1 } })) });
    const folds = findFolds(lines);
    const folded = foldToFit(lines, folds, 50);
    const shown = listShown(lines.length, folds, folded);
    expect(shown).toHaveLength(24);
    expect(text(lines, shown).slice(0, 4)).toEqual(["{", '"data": [', "{", "{"]);
    const first = shown[2] as number;
    const opened = listShown(lines.length, folds, new Set([...folded].filter((at) => at !== first)));
    expect(text(lines, opened).slice(2, 6)).toEqual(["{", '"id": 0,', '"nested": {', "},"]);
  });

  it("never folds the outermost value, however long it is", () => {
    const lines = lay(Array.from({ length: 100 }, (_, i) => i));
    expect(foldToFit(lines, findFolds(lines), 10).size).toBe(0);
  });
});
