import { afterAll, describe, expect, test } from "vitest";
import { createFunctionRunner } from "@/lib/functions/function-runner";
import { type FunctionKind, readResult, toFunctionArgument } from "@/lib/functions/read-result";

const runner = createFunctionRunner();
afterAll(() => runner.close());

const JSON_TYPE = { "content-type": "application/json" };

/** What is sent after the function: the bytes that came where it changed nothing, told by `same`. */
async function send(source: string, payload: string | Buffer, kind: FunctionKind = "subscription") {
  const bytes = Buffer.from(payload);
  const outcome = await runner.run({ source, ...toFunctionArgument(bytes, JSON_TYPE) });
  if (!outcome.ok) throw new Error(outcome.message);
  const read = readResult(kind, outcome);
  if (read.kind !== "changed") throw new Error(read.kind);
  return { same: read.payload === null, text: (read.payload ?? bytes).toString(), logs: outcome.logs, ...read };
}
const textOf = async (source: string, payload: string) => (await send(source, payload)).text;
const returns = (expression: string) => `function transform(payload) { return ${expression}; }`;

const ODD =
  '{"id64": 9007199254740993,"dec":1.10, "exp":1e400,"2":"b","1":"a","z":-0,"a":1,"a":2.50,"s":"\\ud800 1.10"}';

describe("what a function returns as it was given keeps its bytes", () => {
  test.each([
    ["numbers, key orders, repeated keys, lone surrogates and white space", ODD],
    ["nothing out of the ordinary but white space", ' { "b" : 1 , "a" : [ ] }\n'],
    ["a single large number", "1460323737035677698"],
    ["minus zero", "-0"],
    ["a number without bounds", "1e400"],
    ["more digits than a BigInt is made of", `[${"9".repeat(5_000)}]`],
    ["long decimals", '{"pi":3.14159265358979323846264338327950288}'],
    ["own __proto__", '{"__proto__":{"a":1.10},"b":[{"__proto__":1.0}]}'],
    ["nested lists", "[[1.0],[[2.0,[]]],{},[{}],1E5]"],
    ["text", "no JSON at all"],
    ["text with numbers", "no JSON at all: 1.10"],
    ["an unfinished text", '{"a": "1.10'],
    ["nothing", ""],
  ])("%s", async (_name, payload) => {
    expect(await send(returns("payload"), payload)).toMatchObject({ same: true, text: payload });
    const copy =
      "function transform(p) { return p !== null && typeof p === 'object' && !Array.isArray(p) ? { ...p } : p; }";
    expect(await send(copy, payload, "body")).toMatchObject({ same: true });
  });

  test("also where they are no UTF-8", async () => {
    const payload = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    expect(await send(returns("payload"), payload)).toMatchObject({ same: true });
    expect(await send(returns("payload"), Buffer.from([0xff, 0xfe, 0x00]))).toMatchObject({ same: true });
  });

  test("which is given as text where it is no JSON, and as what it is where it is nested too deeply", async () => {
    expect(await textOf(returns("typeof payload"), "no JSON")).toBe("string");
    expect(await textOf(returns("typeof payload"), "[1.10")).toBe("string");
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    await expect(send(returns("typeof payload"), deep)).rejects.toThrow("The payload cannot be given to a function");
  });

  test("and while it adds headers only", async () => {
    const source = returns("({ ...payload, $headers: { 'x-a': 'b' } })");
    expect(await send(source, ODD)).toMatchObject({ same: true, headers: { "x-a": "b" } });
    expect(await send(source, '{"a": 1}')).toMatchObject({ same: true, headers: { "x-a": "b" } });
    expect(
      await send(returns("({ $headers: { 'x-a': 'b' }, ...payload, n: 1 })"), '{"id":9007199254740993}'),
    ).toMatchObject({
      text: '{"id":9007199254740993,"n":1}',
      headers: { "x-a": "b" },
    });
  });
});

describe("what a function changes leaves every other number as it was written", () => {
  test.each([
    [
      "a field is added",
      returns("({ ...payload, seen: true })"),
      '{"p":1.10,"x":1e400}',
      '{"p":1.10,"x":1e400,"seen":true}',
    ],
    [
      "a list is mapped",
      returns("({ items: payload.items.map((item) => ({ ...item, x: 1 })) })"),
      '{"items":[{"p":1.10,"id":9007199254740993},{"p":1.1,"z":-0}]}',
      '{"items":[{"p":1.10,"id":9007199254740993,"x":1},{"p":1.1,"z":-0,"x":1}]}',
    ],
    [
      "it is wrapped, and moved, where the same number is written in two ways",
      "function transform(p) { p.items.reverse(); p.items[0].new = 2; return { data: p }; }",
      '{"items":[{"p":1.10},{"p":1.1},{"p":1.100}]}',
      '{"data":{"items":[{"p":1.100,"new":2},{"p":1.1},{"p":1.10}]}}',
    ],
    [
      "a list is filtered and copied",
      returns("payload.filter((i) => i.keep).map((i) => ({ price: i.price }))"),
      '[{"price":9.90,"keep":false},{"price":5.00,"keep":true},{"price":9.90,"keep":true}]',
      '[{"price":5.00},{"price":9.90}]',
    ],
    [
      "numbers of a list are sorted",
      returns("({ n: payload.n.sort((a, b) => a - b) })"),
      '{"n":[2.20,1.10]}',
      '{"n":[1.10,2.20]}',
    ],
    [
      "long decimals get another name",
      returns("({ b: payload.a })"),
      '{"a":3.14159265358979323846}',
      '{"b":3.14159265358979323846}',
    ],
    [
      "a number is computed",
      returns("({ ...payload, sum: payload.a + payload.b })"),
      '{"a":1.10,"b":1.0}',
      '{"a":1.10,"b":1.0,"sum":2.1}',
    ],
    ["a number is replaced", returns("({ ...payload, a: 7 })"), '{"a":1.10,"b":1.0}', '{"a":7,"b":1.0}'],
    [
      "a large number is counted up",
      returns("({ ...payload, id: payload.id + 1n })"),
      '{"id":9007199254740993}',
      '{"id":9007199254740994}',
    ],
    [
      "a large number becomes text",
      returns("({ id: String(payload.id), t: '#' + payload.id })"),
      '{"id":1460323737035677698}',
      '{"id":"1460323737035677698","t":"#1460323737035677698"}',
    ],
    [
      "it is held against another",
      returns("({ hit: payload.id === 9007199254740993n })"),
      '{"id":9007199254740993}',
      '{"hit":true}',
    ],
    [
      "large numbers are held against each other",
      returns("({ same: payload.a === payload.b })"),
      '{"a":9007199254740993,"b":9007199254740992}',
      '{"same":false}',
    ],
    [
      "it is awaited",
      "async function transform(p) { await null; return { ...p, x: 1 }; }",
      '{"p":1.10}',
      '{"p":1.10,"x":1}',
    ],
  ])("%s", async (_name, source, payload, expected) => {
    expect(await textOf(source, payload)).toBe(expected);
  });
});

describe("a function written without BigInt goes on working, and still leaves other numbers alone", () => {
  const payload = '{"id":1460323737035677698,"p":1.10}';
  const rounded = Number("1460323737035677698");
  test.each([
    ["counts with it", returns("({ ...payload, next: payload.id * 3 })"), { next: rounded * 3 }],
    ["asks for its type", returns("typeof payload.id === 'number' ? { ...payload, ok: true } : null"), { ok: true }],
    ["asks whether it is whole", returns("({ ...payload, ok: Number.isInteger(payload.id) })"), { ok: true }],
    ["holds it against a literal", returns("({ ...payload, ok: payload.id === 1460323737035677698 })"), { ok: true }],
    ["formats it", returns("({ ...payload, ok: payload.id.toFixed(0) })"), { ok: rounded.toFixed(0) }],
    ["makes a date of it", returns("({ ...payload, ok: isNaN(new Date(payload.id)) })"), { ok: true }],
    [
      "catches its own errors",
      "function transform(p) { let ok = false; try { ok = p.id / 2 > 0; } catch {} return { ...p, ok }; }",
      { ok: true },
    ],
    [
      "refuses what is no number",
      "function transform(p) { if (!(p.id * 1 > 0)) throw new Error('no id'); return { ...p, ok: 1 }; }",
      { ok: 1 },
    ],
    [
      "counts with it later",
      "async function transform(p) { await null; return { ...p, next: p.id * 3 }; }",
      { next: rounded * 3 },
    ],
  ])("%s", async (_name, source, added) => {
    const expected = `${payload.slice(0, -1)},${JSON.stringify(added).slice(1)}`;
    expect(await textOf(source, payload)).toBe(expected);
  });

  test("with a rounded number under another name as it came", async () => {
    expect(await textOf(returns("({ user: typeof payload.id === 'number' ? payload.id : 0 })"), payload)).toBe(
      '{"user":1460323737035677698}',
    );
  });

  test("telling only once what it says", async () => {
    const { logs } = await send("function transform(p) { console.log('saw', p.id); return { n: p.id * 2 }; }", payload);
    expect(logs).toEqual([`saw ${rounded}`]);
  });

  test("and throws for itself where it speaks of BigInt", async () => {
    await expect(textOf(returns("payload.id + 1 + BigInt(1)"), payload)).rejects.toThrow(/BigInt/);
  });
});

describe("JSON.stringify in a function", () => {
  test.each([
    [
      "writes the digits of a BigInt",
      returns("({ s: JSON.stringify(payload) })"),
      '{"s":"{\\"id\\":9007199254740993}"}',
    ],
    ["with indents", returns("({ s: JSON.stringify([payload.id], null, 1) })"), '{"s":"[\\n 9007199254740993\\n]"}'],
    [
      "with a list of keys",
      returns("({ s: JSON.stringify({ ...payload, x: 1 }, ['id']) })"),
      '{"s":"{\\"id\\":9007199254740993}"}',
    ],
    [
      "gives a replacer the BigInt, and takes one from it",
      returns("({ s: JSON.stringify(payload, (k, v) => (typeof v === 'bigint' ? v + 1n : v)) })"),
      '{"s":"{\\"id\\":9007199254740994}"}',
    ],
    [
      "writes what the function says that a BigInt is",
      `BigInt.prototype.toJSON = function () { return "n" + this; }; ${returns("({ s: JSON.stringify(payload) })")}`,
      '{"s":"{\\"id\\":\\"n9007199254740993\\"}"}',
    ],
  ])("%s", async (_name, source, expected) => {
    expect(await textOf(source, '{"id":9007199254740993}')).toBe(expected);
  });
});

test("a payload with as many odd numbers as fit into a megabyte is within a function's time and memory", async () => {
  const row = '{"id":1460323737035677698,"price":1.10,"name":"something","list":[1.0,2.0]}';
  const payload = `[${Array.from({ length: 14_000 }, () => row).join(",")}]`;
  expect(payload.length).toBeGreaterThan(1_000_000);
  expect(await send(returns("payload"), payload)).toMatchObject({ same: true });
  const changed = await textOf(returns("payload.map((row) => ({ ...row, seen: true }))"), payload);
  expect(changed).toBe(payload.replaceAll("]}", '],"seen":true}'));
});
