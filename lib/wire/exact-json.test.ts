import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal, toCanonicalDecimal } from "@/lib/wire/decimal";
import { compareNumbers, ExactNumber, type JsonNumber, parseExact, stringifyExact } from "@/lib/wire/exact-json";
import { keepPayloads, RawJson } from "@/lib/wire/raw-json";

/** A JSON number in any notation that RFC 8259 allows. */
const written = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9]\d{0,30}$/), fc.stringMatching(/^[1-9]\d{14,17}$/)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^\.\d{1,30}$/)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(""));

/** An independent reader: the value times 10^1100, as an integer. */
function scaled(text: string): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const size = BigInt(whole + fraction) * 10n ** BigInt(1_100 + Number(exponent) - fraction.length);
  return sign === "-" ? -size : size;
}

const canonicalOf = (text: string) => toCanonicalDecimal(readDecimal(text));

describe("exact JSON", () => {
  it("keeps the value of every number", () => {
    fc.assert(
      fc.property(written, (text) => {
        const value = parseExact(text) as JsonNumber;
        expect(scaled(String(value))).toBe(scaled(text));
        expect(scaled(stringifyExact(value))).toBe(scaled(text));
        if (value instanceof ExactNumber) expect(value.text).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("compares numbers by their value, and writes equal ones alike", () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const [left, right] = [scaled(a), scaled(b)];
        const order = left < right ? -1 : left > right ? 1 : 0;
        expect(0 + Math.sign(compareNumbers(parseExact(a) as JsonNumber, parseExact(b) as JsonNumber))).toBe(order);
        expect(canonicalOf(a) === canonicalOf(b)).toBe(order === 0);
        expect(scaled(canonicalOf(a))).toBe(left);
      }),
      { numRuns: 2_000 },
    );
  });

  it("recognizes a number by its value in every notation", () => {
    const same = [
      [
        "9007199254740993",
        "9007199254740993.0",
        "9.007199254740993e15",
        "90071992547409930E-1",
        "0.9007199254740993e+16",
      ],
      ["0", "-0", "0.00", "0e400"],
      ["1e400", "10e399", "0.01E402"],
      ["-1.1", "-1.10", "-11e-1"],
    ];
    for (const ways of same) expect(new Set(ways.map(canonicalOf)).size).toBe(1);
    expect(same.map(([way]) => canonicalOf(way as string))).toEqual(["9007199254740993", "0", "1e400", "-1.1"]);
  });

  it("equals JSON.parse for everything else", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(stringifyExact(parseExact(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    for (const text of ["", "{", "[1,]", "01", "1.", "+1", "1e", "nul", '"\u0001"', "[1e400", "9007199254740993 1"]) {
      expect(() => parseExact(text)).toThrow(SyntaxError);
    }
  });

  it("finds numbers anywhere, and leaves text alone that looks like one", () => {
    const text = String.raw`{"a":[9007199254740993,-1e400 , {"b":0.12345678901234567890}],"9007199254740993":"9007199254740993","c":"\" :9007199254740993","d":1.10,"__proto__":9007199254740993,"e":9007199254740992}`;
    const value = parseExact(text) as Record<string, unknown>;
    expect(stringifyExact(value)).toBe(text.replace("1.10", "1.1").replace(" ,", ",").replace(", {", ",{"));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.e).toBe(9007199254740992);
  });

  it("does not mistake a user's text for its own mark", () => {
    const [mark] = JSON.stringify(stringifyExact(new ExactNumber("9007199254740993"))).match(/number [\w-]+/) ?? [];
    expect(mark).toBeUndefined();
    expect(JSON.stringify({ n: new ExactNumber("9007199254740993") })).toBe('{"n":9007199254740992}');
  });

  it("reads deep nesting and long numbers without a deep stack or much time", () => {
    const deep = `${"[".repeat(100_000)}9007199254740993${"]".repeat(100_000)}`;
    expect(parseExact(deep)).toBeInstanceOf(Array);
    const long = parseExact(`[${"9".repeat(1_000_000)},${"0.".padEnd(1_000_000, "0")}1]`) as ExactNumber[];
    expect(long[0]).toBeInstanceOf(ExactNumber);
    expect(compareNumbers(long[0] as ExactNumber, 1)).toBeGreaterThan(0);
    expect(compareNumbers(long[1] as ExactNumber, 0)).toBeGreaterThan(0);
  });

  it("reads a number beside a text of many megabytes, and a number of as many digits", () => {
    const text = JSON.stringify('\\"1 '.repeat(5 * 1024 * 1024));
    const json = `{"text":${text},"id":1460323737035677698}`;
    expect(json.length).toBeGreaterThan(20 * 1024 * 1024);
    expect(stringifyExact(parseExact(json)) === json).toBe(true);
    const kept = keepPayloads(parseExact(`{"data":${json}}`), `{"data":${json}}`, "data") as { data: RawJson };
    expect(kept.data.text === json).toBe(true);
    expect(RawJson.written(json).value).toMatchObject({ id: new ExactNumber("1460323737035677698") });
    const digits = "9".repeat(20 * 1024 * 1024);
    expect(stringifyExact(parseExact(`[${digits}]`)) === `[${digits}]`).toBe(true);
  });
});
