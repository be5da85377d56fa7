import { afterAll, expect, test } from "vitest";
import type { FunctionFailureReason } from "@/lib/functions/function-call";
import { createFunctionRunner } from "@/lib/functions/function-runner";

const runner = createFunctionRunner();
afterAll(() => runner.close());

const returns = (expression: string) => `function transform(payload) { return ${expression}; }`;
const does = (statements: string) => `function transform(payload) { ${statements} }`;

/** Each of these ends in its own outcome, and the next call in the same runner works. */
const HOSTILE: [name: string, source: string, reason: FunctionFailureReason, message: RegExp][] = [
  ["an infinite loop", does("for (;;);"), "timeout", /stopped: it ran longer than 300 ms/],
  ["a loop that catches", does("for (;;) try { for (;;); } catch {} finally { continue }"), "timeout", /ran longer/],
  ["a loop outside of transform", `for (;;); ${returns("1")}`, "timeout", /ran longer/],
  [
    "a native loop that cannot be interrupted",
    returns("[].indexOf.call({ length: 2 ** 53 - 1 }, 1)"),
    "timeout",
    /ran/,
  ],
  ["a native loop over a sparse array", returns("new Array(2 ** 32 - 1).includes(1)"), "timeout", /ran longer/],
  [
    "sorting without end",
    does("const a = Array.from({ length: 2e5 }, (_, i) => (i * 7919) % 200003); for (;;) a.sort((x, y) => y - x);"),
    "timeout",
    /ran/,
  ],
  ["big numbers", does("let n = 3n; for (;;) n = (n * n) % (1n << 200000n) + 3n;"), "timeout", /ran longer/],
  ["a regex bomb", returns("/^(a+)+$/.test('a'.repeat(40) + 'b')"), "timeout", /ran longer/],
  [
    "deeply nested output",
    does("let a = []; for (let i = 0; i < 200000; i++) a = [a]; return a;"),
    "timeout",
    /ran longer/,
  ],
  ["an async loop", "async function transform() { for (;;) await null; }", "timeout", /ran longer/],
  ["a loop behind a promise", "async function transform() { await null; for (;;); }", "timeout", /ran longer/],
  ["a getter that loops", returns("({ get x() { for (;;); } })"), "timeout", /ran longer/],
  [
    "an error whose message loops",
    does("const e = new Error(); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e;"),
    "timeout",
    /ran/,
  ],
  [
    "a memory bomb of arrays",
    does("const a = []; for (;;) a.push(new Array(1000).fill(a.length));"),
    "memory",
    /more than 32 MiB/,
  ],
  [
    "a memory bomb of strings",
    does("let s = 'x'; const a = []; for (;;) { s += s; a.push(s + a.length); }"),
    "memory",
    /32 MiB/,
  ],
  ["one huge buffer", returns("new ArrayBuffer(64 << 20).byteLength"), "memory", /32 MiB/],
  ["a memory bomb in output", returns("({ toJSON() { const a = []; for (;;) a.push({}); } })"), "memory", /32 MiB/],
  ["deep recursion", does("return transform(payload) + 1;"), "threw", /calls itself too deeply.*\(line 1\)/],
  ["deep recursion of the parser", does("eval('['.repeat(200000));"), "threw", /too deeply/],
  ["10 MB of output", returns("'x'.repeat(10 << 20)"), "output", /larger than 5 MiB/],
  ["output whose bytes are too many", returns("'é'.repeat(4 << 20)"), "output", /larger than 5 MiB/],
  ["a promise that never settles", returns("new Promise(() => {})"), "output", /never settles: there are no timers/],
  [
    "a promise that rejects",
    "async function transform() {\n  throw new TypeError('no');\n}",
    "threw",
    /^TypeError: no \(line 2\)$/,
  ],
  ["a rejection of nothing", returns("Promise.reject()"), "threw", /undefined/],
  [
    "a job that throws",
    does("queueMicrotask(() => { throw new Error('late'); }); return Promise.resolve(1);"),
    "threw",
    /^Error: late/,
  ],
  [
    "a throwing getter",
    returns("({\nget x() { throw new Error('gotten'); } })"),
    "output",
    /written as JSON: Error: gotten \(line 2\)/,
  ],
  ["a throwing toJSON", returns("({ toJSON() { throw new Error('jason'); } })"), "output", /Error: jason/],
  ["a throwing Proxy", returns("new Proxy({}, { ownKeys() { throw new Error('keys'); } })"), "output", /Error: keys/],
  [
    "a revoked Proxy",
    does("const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;"),
    "threw",
    /revoked/,
  ],
  ["a thenable that throws", returns("({ get then() { throw new Error('then'); } })"), "threw", /Error: then/],
  ["a circle", does("payload.self = payload; return payload;"), "output", /circular/],
  ["a function", returns("() => 1"), "output", /a function is no JSON/],
  ["nothing", does("payload.a = 1;"), "output", /returned nothing: return the new value, or null/],
  ["throwing nothing", does("throw undefined;"), "threw", /undefined/],
  [
    "throwing what cannot be shown",
    does("throw { toString() { throw 1; }, toJSON() { throw 2; } };"),
    "threw",
    /cannot be shown/,
  ],
  [
    "a read of nothing",
    "function transform(payload) {\n  return payload.a.b.c;\n}",
    "threw",
    /^TypeError: .*'b' of null \(line 2\)$/,
  ],
  ["process", returns("process.env"), "threw", /process is not defined/],
  ["require", returns("require('fs')"), "threw", /require is not defined/],
  ["fetch", returns("fetch('http://localhost')"), "threw", /fetch is not defined/],
  ["timers", returns("setTimeout(() => 1, 1)"), "threw", /setTimeout is not defined/],
  ["import()", returns("import('node:fs')"), "threw", /could not load module/],
  ["Function", returns("Function('return this.process.env')()"), "threw", /undefined/],
  [
    "the host's callback by its constructor",
    returns("console.log.constructor('return process')()"),
    "threw",
    /process is not/,
  ],
  [
    "waiting on shared memory",
    does("Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0); return 1;"),
    "threw",
    /./,
  ],
  ["an import statement", "import fs from 'node:fs';", "syntax", /./],
  ["a text that breaks out of its wrapping", "} function transform() { return 1; } {", "syntax", /\(line 1\)/],
  ["a return outside of a function", "return 1; function transform() {}", "syntax", /./],
  ["half a text", "function transform(payload) {\n  return (", "syntax", /\(line \d\)/],
  ["brackets without end", "[".repeat(100_000), "syntax", /nested too deeply/],
  ["a huge text", `${returns("1")}${" ".repeat(300 * 1024)}`, "syntax", /longer than 256 KiB/],
  ["no transform", "function transfrom(payload) { return payload; }", "syntax", /no function named transform/],
  ["a transform that is no function", "const transform = 5;", "syntax", /no function named transform/],
];

test.each(HOSTILE)("ends %s in its own error, and lives", async (_name, source, reason, message) => {
  const outcome = await runner.run({ source, argument: { a: null }, timeMs: 300 });
  expect(outcome).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) });
  expect(outcome.durationMs).toBeLessThan(5_000);
  const next = await runner.run({ source: returns("payload.a + 1"), argument: { a: 1 } });
  expect(next).toMatchObject({ ok: true, value: 2 });
});

const ORDINARY: [name: string, source: string, value: unknown][] = [
  ["a function", does("payload.added = true; return payload;"), { a: 1, added: true }],
  ["an arrow function", "const transform = (payload) => payload.a;", 1],
  ["an async function", "async function transform(payload) { return { b: (await payload).a }; }", { b: 1 }],
  ["a resolved promise", returns("Promise.all([1, payload.a, new Promise((r) => r(3))])"), [1, 1, 3]],
  ["null", returns("null"), null],
  ["false, 0 and empty text", returns("[false, 0, '']"), [false, 0, ""]],
  ["a helper declared below", `${returns("twice(payload.a)")} function twice(n) { return 2 * n; }`, 2],
  ["strict code", `"use strict"; ${returns("this === undefined")}`, true],
  ["text outside of the Latin alphabet", returns("'größer 漢字 🎣 \\ud800'"), "größer 漢字 🎣 \ud800"],
  ["a last line that is a comment", `${returns("1")} // done`, 1],
  ["a Proxy that answers", returns("new Proxy({ x: 1 }, {})"), { x: 1 }],
  ["a Date", returns("new Date(0)"), "1970-01-01T00:00:00.000Z"],
  ["numbers that JSON lacks", returns("[NaN, Infinity]"), [null, null]],
  ["a BigInt", returns("[10n, 2n ** 64n]"), [10, 2 ** 64]],
  ["a thenable field that is no promise", returns("({ then: 'later' })"), JSON.parse('{"then": "later"}')],
  ["catching its own recursion", does("try { return transform(payload); } catch (e) { return e.name; }"), "RangeError"],
];

test.each(ORDINARY)("runs %s", async (_name, source, value) => {
  const outcome = await runner.run({ source, argument: { a: 1 } });
  expect(outcome).toMatchObject({ ok: true, value });
});

test("tells of a text what is wrong with it, without running transform", async () => {
  expect(await runner.check(does("for (;;);"))).toBeNull();
  expect(await runner.check("const transform = async (payload) => payload;")).toBeNull();
  expect(await runner.check("\n\nfunction transform( {")).toMatch(/^SyntaxError: .*\(line 3\)$/);
  expect(await runner.check("const a = 1;")).toMatch(/no function named transform/);
  expect(await runner.check(`throw new Error("early"); ${returns("1")}`)).toBe("Error: early (line 1)");
  expect(await runner.check(`for (;;); ${returns("1")}`)).toMatch(/ran longer than 1000 ms/);
});

test("refuses a payload that is nested deeper than it can read, as that", async () => {
  const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  for (const depth of [3_000, 100_000]) {
    const outcome = await runner.run({ source: returns("1"), argument: nested(depth) });
    if (outcome.ok) expect(outcome.value).toBe(1);
    else expect(outcome.message).toMatch(/^The payload (is nested too deeply|cannot be given)/);
  }
});

test("takes and gives megabytes", async () => {
  const argument = { rows: Array.from({ length: 20_000 }, (_, id) => ({ id, text: "x".repeat(50) })) };
  const outcome = await runner.run({ source: does("payload.rows.reverse(); return payload;"), argument });
  expect(outcome).toMatchObject({ ok: true, value: { rows: argument.rows.toReversed() } });
});
