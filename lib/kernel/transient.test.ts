import v8 from "node:v8";
import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { TransientMap, TransientSet } from "@/lib/kernel/transient";

v8.setFlagsFromString("--expose-gc");
const collect: (how?: { type: "minor" }) => void = vm.runInNewContext("gc");

describe("a transient map", () => {
  it("is a map", () => {
    const map = new TransientMap<string, number>();
    expect([map.size, map.has("a"), map.get("a"), map.delete("a")]).toEqual([0, false, undefined, false]);
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    expect([map.size, map.has("a"), map.get("a")]).toEqual([2, true, 3]);
    expect([[...map], [...map.keys()], [...map.values()]]).toEqual([
      [
        ["a", 3],
        ["b", 2],
      ],
      ["a", "b"],
      [3, 2],
    ]);
    expect([map.delete("a"), map.size, [...map]]).toEqual([true, 1, [["b", 2]]]);
  });

  it("keeps its entries and their order, however many came and went", () => {
    const map = new TransientMap<number, string>();
    const plain = new Map<number, string>();
    for (let i = 0; i < 5_000; i++) {
      map.set(i, `${i}`);
      plain.set(i, `${i}`);
      // Lets it grow to 300 entries and fall to none, again and again.
      const isFalling = Math.floor(i / 300) % 2 === 1;
      const [first, second] = plain.keys();
      for (const key of isFalling ? [first, second] : []) {
        if (key !== undefined) expect(map.delete(key)).toBe(plain.delete(key));
      }
    }
    expect([...map]).toEqual([...plain]);
    expect(map.size).toBe(plain.size);
  });

  it("can be changed while it is read: each entry is seen once", () => {
    const set = new TransientSet<number>();
    for (let i = 0; i < 1_000; i++) set.add(i);
    const seen: number[] = [];
    for (const member of set) {
      seen.push(member);
      set.delete(member);
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    expect(set.size).toBe(0);
  });

  it("leaves to the minor collector all that came and went, which a Map does not", () => {
    // What else this process holds and lets go of is in the figure too.
    const thrice = (make: () => TransientMap<string, Entry> | Map<string, Entry>) =>
      [1, 2, 3].map(() => heldByTheDead(make()));
    expect(Math.min(...thrice(() => new TransientMap()))).toBeLessThan(2);
    // Where this is no longer so, a Map will do.
    expect(Math.max(...thrice(() => new Map()))).toBeGreaterThan(10);
  });
});

type Entry = { text: string };
const MIB = 1024 * 1024;

/** The memory, in MiB, of what came and went and only a major collection finds to be garbage. */
function heldByTheDead(map: { set(key: string, value: Entry): unknown; delete(key: string): boolean }): number {
  const comeAndGo = (i: number) => {
    map.set(`${i}`, { text: `${i}`.padEnd(200, "x") });
    map.delete(`${i - 8}`);
  };
  for (let i = 0; i < 8; i++) comeAndGo(i);
  // What lives now is of the old generation from here on.
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 8; i < 100_000; i++) comeAndGo(i);
  collect({ type: "minor" });
  collect({ type: "minor" });
  return (process.memoryUsage().heapUsed - before) / MIB;
}
