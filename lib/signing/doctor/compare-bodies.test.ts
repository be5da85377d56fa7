import { describe, expect, it } from "vitest";
import { guessSentBodies } from "./compare-bodies";

const MOST = 262_144;
const sizeOf = (text: string) => guessSentBodies(Buffer.from(text)).reduce((sum, { body }) => sum + body.length, 0);
const fill = (part: string) => part.repeat(Math.floor(MOST / part.length));

describe("the bodies that may have been sent", () => {
  it("are those of the usual programs, each once", () => {
    const guesses = guessSentBodies(Buffer.from('{"a":[1,"ü"]}')).map(({ body }) => body.toString());
    expect(guesses).toContain('{"a": [1, "ü"]}');
    expect(guesses).toContain('{\n  "a": [\n    1,\n    "ü"\n  ]\n}');
    expect(guesses).toContain('{"a":[1,"\\u00fc"]}');
    expect(new Set(guesses).size).toBe(guesses.length);
  });

  it.each([
    ["deep lists", `[${fill(`${"[".repeat(98)}${"]".repeat(98)},`)}0]`],
    ["wide lists at a depth", `${"[".repeat(99)}${fill("0,")}0${"]".repeat(99)}`],
    [
      "depth behind a text of brackets",
      `{"a":"${"]".repeat(MOST / 3)}","b":${"[".repeat(MOST / 3)}${"]".repeat(MOST / 3)}}`,
    ],
    [
      "wide lists behind a text of brackets",
      `["${"]".repeat(99)}",${"[".repeat(98)}${fill("0,").slice(400)}0${"]".repeat(98)}]`,
    ],
    ["brackets in a text", JSON.stringify(fill("[{"))],
    ["nothing but brackets", fill("[")],
    ["blanks", fill(" ")],
    ["line breaks", fill("\r\n")],
    ["letters that are escaped", JSON.stringify(fill("ü"))],
    ["what is no UTF-8", fill("\u0000\uFFFD")],
  ])("grow by no more than a fixed share: %s", (_what, text) => {
    expect(sizeOf(text)).toBeLessThan(24 * MOST + 2 * 2_000_000);
  });
});
