import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffLine, diffLines, foldSame } from "./line-diff";

const without = (kind: DiffLine["kind"], lines: DiffLine[]) =>
  lines.filter((line) => line.kind !== kind).map((line) => line.text);

describe("diffLines", () => {
  it("shows which lines were removed and added, in place", () => {
    expect(diffLines(["{", "a", "b", "}"], ["{", "a", "c", "d", "}"])).toEqual([
      { kind: "same", text: "{" },
      { kind: "same", text: "a" },
      { kind: "removed", text: "b" },
      { kind: "added", text: "c" },
      { kind: "added", text: "d" },
      { kind: "same", text: "}" },
    ]);
  });

  it("contains both texts, whatever they are, and keeps common lines", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(without("added", lines)).toEqual(before);
        expect(without("removed", lines)).toEqual(after);
        expect(diffLines(before, before).every((line) => line.kind === "same")).toBe(true);
      }),
    );
  });

  it("finds few changes in a text of any length", () => {
    const long = Array.from({ length: 50_000 }, (_, at) => `line ${at}`);
    const changed = long.with(1, "first").with(-2, "last");
    const lines = diffLines(long, changed);
    expect(without("added", lines)).toEqual(long);
    expect(lines.filter((line) => line.kind !== "same").map((line) => line.text)).toEqual([
      "line 1",
      "first",
      "line 49998",
      "last",
    ]);
  });

  it("tells a text as replaced that is too long to compare, but for its ends", () => {
    const long = (mark: string) => ["{", ...Array.from({ length: 3_000 }, (_, at) => `${mark}${at}`), "}"];
    const lines = diffLines(long("a"), long("b"));
    expect(lines.filter((line) => line.kind === "same").map((line) => line.text)).toEqual(["{", "}"]);
  });
});

describe("foldSame", () => {
  it("keeps some lines around each change and counts the others", () => {
    const lines = diffLines([..."abcdefgh"], [..."abcdXfgh"]);
    expect(foldSame(lines, 1)).toEqual([
      { skipped: 3 },
      {
        lines: [
          { kind: "same", text: "d" },
          { kind: "removed", text: "e" },
          { kind: "added", text: "X" },
          { kind: "same", text: "f" },
        ],
      },
      { skipped: 2 },
    ]);
    expect(foldSame(diffLines(["a"], ["a"]))).toEqual([{ skipped: 1 }]);
  });
});
