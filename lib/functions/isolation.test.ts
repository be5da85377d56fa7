import { afterAll, expect, test } from "vitest";
import { createFunctionRunner } from "@/lib/functions/function-runner";

const runner = createFunctionRunner();
afterAll(() => runner.close());

async function valueFrom(source: string, extra: { argument?: unknown; nowMs?: number; seed?: string } = {}) {
  const outcome = await runner.run({ source, argument: {}, ...extra });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

test("no call sees what an earlier one left in the globals, in the text's own variables or in the intrinsics", async () => {
  const source = `
    let count = 0;
    const seen = [];
    function transform(payload) {
      const before = [count, seen.length, globalThis.left, [].x, Object.prototype.x, JSON.extra, typeof console.extra];
      count++;
      seen.push(payload);
      left = payload;
      Array.prototype.x = Object.prototype.x = 1;
      JSON.extra = 1;
      console.extra = console.log;
      Array.prototype.map = Promise.prototype.then = String = JSON.stringify = JSON.parse = null;
      return before;
    }`;
  const results = await Promise.all(Array.from({ length: 50 }, (_, i) => valueFrom(source, { argument: { i } })));
  for (const result of results) expect(result).toEqual([0, 0, null, null, null, null, "undefined"]);
});

test("no text sees what another left, not even after it was stopped", async () => {
  const reads = "function transform() { return [typeof left, typeof Object.prototype.x]; }";
  for (const end of ["return 1;", "throw new Error();", "for (;;);", "return transform();"]) {
    const leaves = `function transform() { left = 1; Object.prototype.x = 1; ${end} }`;
    await runner.run({ source: leaves, argument: {}, timeMs: 100 });
    await runner.run({ source: leaves, argument: {}, timeMs: 100 });
    expect(await Promise.all([valueFrom(reads), valueFrom(`${reads} `)])).toEqual([
      ["undefined", "undefined"],
      ["undefined", "undefined"],
    ]);
  }
});

test("calls of one text answer as if each were the first, whatever memory those before them used", async () => {
  const source = `
    const parts = "${"abc".repeat(2_000)}";
    const table = { ${Array.from({ length: 2_000 }, (_, i) => `name${i}: ${i}`).join(", ")} };
    function transform({ i, size }) {
      const filled = new Uint8Array(size).fill(255);
      const text = parts.repeat(size >> 12).replace(/b+/g, (found, at) => String(at % 7));
      const names = Object.keys(table).filter((name) => table[name] % (i + 2) === 0);
      for (const name of names) table["new" + name + i] = new Map([[name, i]]);
      const zeros = new Uint8Array(size).reduce((sum, byte) => sum + byte, 0);
      return { i, filled: filled[size - 1], text: text.length, names: names.slice(-3), zeros, size: Object.keys(table).length };
    }`;
  const expected = new Function(`return (argument) => { ${source}; return transform(argument); }`)() as (
    argument: object,
  ) => object;
  for (let i = 0; i < 200; i++) {
    const argument = { i, size: [1, 5_000, 70_000, 300_000][i % 4] as number };
    expect(await valueFrom(source, { argument })).toEqual(expected(argument));
  }
});

test("pollutes no prototype of ours, by what it is given or by what it returns", async () => {
  const argument = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
  const source = `function transform(payload) {
    Object.prototype.polluted = 1;
    const seen = [Object.keys(payload), ({}).polluted];
    return JSON.parse('{"__proto__": {"polluted": 1}, "seen": ' + JSON.stringify(seen) + "}");
  }`;
  const value = (await valueFrom(source, { argument })) as { seen: unknown };
  expect(value.seen).toEqual([["__proto__", "constructor"], 1]);
  expect(Object.keys(value)).toEqual(["__proto__", "seen"]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("every clock shows the given time, in UTC, and stands still", async () => {
  const nowMs = Date.UTC(2026, 6, 1, 12, 30);
  const source = `function transform() {
    const start = Date.now();
    for (let i = 0; i < 1e5; i++);
    return [new Date().toISOString(), Date.now() - start, new Date().getTimezoneOffset(), new Date().getHours(), typeof performance];
  }`;
  expect(await valueFrom(source, { nowMs })).toEqual(["2026-07-01T12:30:00.000Z", 0, 0, 12, "undefined"]);
  expect(await valueFrom(`const at = Date.now(); function transform() { return at; }`, { nowMs })).toBe(nowMs);
});

test("Math.random gives the same for the same seed, and else something evenly spread", async () => {
  const source = "function transform() { return Array.from({ length: 1000 }, Math.random); }";
  const [first, again, other] = (await Promise.all([
    valueFrom(source, { seed: "event-1" }),
    valueFrom(source, { seed: "event-1" }),
    valueFrom(source, { seed: "event-2" }),
  ])) as number[][];
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(new Set(first).size).toBe(1000);
  const mean = (first ?? []).reduce((sum, value) => sum + value, 0) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
});

test("keeps the lines of console with the outcome, also when the function fails or is stopped, within bounds", async () => {
  const say = (end: string) =>
    `function transform(p) { console.log("hello", p, 1n, [1]); console.error(new Error("x")); ${end} }`;
  for (const end of ["return 1;", "throw 1;", "for (;;);"]) {
    const { logs } = await runner.run({ source: say(end), argument: { a: 1 }, timeMs: 200 });
    expect(logs).toEqual(['hello {"a":1} 1 [1]', "Error: x"]);
  }
  const source = "function transform() { for (let i = 0; i < 1e4; i++) console.log('x'.repeat(5000)); return 1; }";
  const { logs } = await runner.run({ source, argument: {} });
  expect(logs).toHaveLength(101);
  expect(logs[0]).toHaveLength(1000);
});

test("gives each of many concurrent calls its own result", async () => {
  const calls = Array.from({ length: 900 }, (_, i) =>
    valueFrom(`function transform(p) { return { queue: ${i % 40}, i: p.i }; }`, { argument: { i } }),
  );
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 900 }, (_, i) => ({ queue: i % 40, i })));
});

test("takes no more memory over thousands of calls, of which many fail and many are large", async () => {
  const small = "function transform(p) { p.added = 1; return p; }";
  const round = async () => {
    for (let i = 0; i < 20; i++) {
      await Promise.all([
        ...Array.from({ length: 90 }, () => runner.run({ source: small, argument: { a: "x".repeat(500) } })),
        ...Array.from({ length: 8 }, () => runner.run({ source: "function transform() { throw 1; }", argument: 1 })),
        runner.run({ source: "function transform() { return transform(); }", argument: 1 }),
        runner.run({ source: "function transform() { return new Array(1e6).fill(1).length; }", argument: 1 }),
      ]);
    }
  };
  await round();
  const before = process.memoryUsage.rss();
  // A collector that is behind catches up in a later round; what is kept for good is more with each.
  let grownMib = Number.POSITIVE_INFINITY;
  for (let rounds = 0; rounds < 6 && grownMib >= 64; rounds++) {
    await round();
    grownMib = (process.memoryUsage.rss() - before) / 1024 / 1024;
  }
  expect(grownMib).toBeLessThan(64);
});
