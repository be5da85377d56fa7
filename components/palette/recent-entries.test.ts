import { describe, expect, it } from "vitest";
import type { PaletteEntry } from "./palette-entry";
import { parseRecent, withRecent } from "./recent-entries";

const entry = (name: string): PaletteEntry => ({
  kind: "endpoint",
  uid: name,
  name,
  detail: "",
  address: `/projects/1/endpoints/${name}`,
});

describe("withRecent", () => {
  it("puts what was opened first and has it once", () => {
    const entries = withRecent([entry("a"), entry("b")], entry("b"));
    expect(entries.map(({ name }) => name)).toEqual(["b", "a"]);
  });

  it("holds six at most", () => {
    const many = ["a", "b", "c", "d", "e", "f"].map(entry);
    expect(withRecent(many, entry("g")).map(({ name }) => name)).toEqual(["g", "a", "b", "c", "d", "e"]);
  });
});

describe("parseRecent", () => {
  it("reads what was stored", () => {
    expect(parseRecent(JSON.stringify([entry("a")]))).toEqual([entry("a")]);
  });

  it.each([null, "", "{", "[1]", '[{"kind":"x"}]', JSON.stringify([{ ...entry("a"), address: "https://evil.test" }])])(
    "takes nothing out of %j",
    (text) => {
      expect(parseRecent(text)).toEqual([]);
    },
  );
});
