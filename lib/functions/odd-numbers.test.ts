import { expect, test } from "vitest";
import { hasOddNumbers, isPlainWriting, mayHaveOddNumbers, toPlainWriting } from "@/lib/functions/odd-numbers";

test.each([
  "1.10",
  "-0",
  "-0.0",
  "1e400",
  "1E5",
  "1e5",
  "1.0",
  "0.10",
  "100000000000000000000000",
  "9007199254740993",
  "9007199254740992",
  "-9007199254740993",
  "3.14159265358979323846",
  "0.0000001",
  "123456.123456789012",
  '{"a\\"":[1,{"b":1.10}]}',
  '["\\\\",1.0]',
])("sees that %s is written otherwise by JavaScript", (json) => {
  expect(hasOddNumbers(json)).toBe(true);
});

test.each([
  "0",
  "1",
  "-1",
  "1.1",
  "149.9",
  "9007199254740991",
  "-9007199254740991",
  "1e-7",
  "null",
  '"1.10"',
  '{"1.10":"-0"}',
  '["\\"1.10",1]',
  '["\\\\\\"1.10\\\\"]',
  '"2026-01-01T00:00:00.000Z 1460323737035677698"',
  "[]",
  "[true,false,12.5]",
])("sees that %s is written alike", (json) => {
  expect(hasOddNumbers(json)).toBe(false);
});

test("writes JSON as JavaScript does, but each number as it is", () => {
  const json = ' { "b" : 1.10 , "2" : [ 1e400 , -0 ] , "1" : "1.10" , "b" : 2.50, "c": 3 } ';
  expect(toPlainWriting(json)).toBe('{"1":"1.10","2":[1e400,-0],"b":2.50,"c":3}');
  expect(toPlainWriting(`${"[".repeat(100_000)}1.0${"]".repeat(100_000)}`)).toBeNull();
});

test("knows the plain writing of a text, whatever escapes and white space the text has", () => {
  const text = ' { "\\u00e9\\/\\ud800\\u0008" : "\u007f\u2028é\\u0041" , "__proto__" : [ 1E2 , { } ] } ';
  const plain = '{"é/\\ud800\\b":"\u007f\u2028éA","__proto__":[1E2,{}]}';
  expect(toPlainWriting(text)).toBe(plain);
  expect(isPlainWriting(plain, text)).toBe(true);
  expect(isPlainWriting(plain.replace("1E2", "100"), text)).toBe(false);
});

test("finds the very odd numbers that a plain reader of JSON finds, in thousands of texts", () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join("");
  const number = () => {
    const whole = random(3) ? `${1 + random(9)}${digits(random(20))}` : "0";
    return `${random(4) ? "" : "-"}${whole}${random(2) ? "" : `.${digits(1 + random(18))}`}${random(5) ? "" : `e${random(2) ? "-" : ""}${random(400)}`}`;
  };
  const value = (depth: number): string => {
    switch (random(depth > 3 ? 3 : 6)) {
      case 0:
        return JSON.stringify(`${number()}"\\`.repeat(random(3)));
      case 1:
      case 2:
        return number();
      case 3:
        return `[${Array.from({ length: random(4) }, () => value(depth + 1)).join(" , ")}]`;
      default:
        return `{ ${Array.from({ length: random(4) }, (_, i) => `"${number()}${i}" : ${value(depth + 1)}`).join(",")} }`;
    }
  };
  for (let i = 0; i < 5_000; i++) {
    const json = value(0);
    const outside = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    const odd = (outside.match(/-?\d[\d.eE+-]*/g) ?? []).filter(
      (text) =>
        String(Number(text)) !== text ||
        (/^-?\d+$/.test(text) &&
          BigInt(text) !== BigInt(Math.max(-(2 ** 53 - 1), Math.min(2 ** 53 - 1, Number(text))))),
    );
    expect([json, hasOddNumbers(json)]).toEqual([json, odd.length > 0]);
    expect([json, mayHaveOddNumbers(json) || odd.length === 0]).toEqual([json, true]);
    const plain = toPlainWriting(json) ?? "";
    if (odd.length === 0) expect(plain).toBe(JSON.stringify(JSON.parse(json)));
    expect([isPlainWriting(plain, json), isPlainWriting(`${plain} `, json)]).toEqual([true, json === `${plain} `]);
  }
});

test("knows quickly that usual numbers are not odd, whatever the text is", () => {
  const usual =
    '{"total":12995,"price":149.9,"at":"2027-01-31T12:00:00.000Z","id":"3e1-0000000000000001","left":[-3, 0, 10]}';
  expect(mayHaveOddNumbers(usual)).toBe(false);
  expect(mayHaveOddNumbers('no JSON at all: "')).toBe(false);
});
