import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCurl } from "./curl";

describe("toCurl", () => {
  it("writes a line for each part and leaves out what curl sets itself", () => {
    const command = toCurl({
      url: "https://example.com/hook",
      headers: { "content-type": "application/json", Host: "example.com", "content-length": "2" },
      body: "{}",
    });
    expect(command).toBe(
      "curl -X POST 'https://example.com/hook' \\\n  -H 'content-type: application/json' \\\n  --data-binary '{}'",
    );
  });

  it("lets the shell interpret nothing in a body", () => {
    const text = fc.string({ unit: "grapheme" }).filter((given) => given !== "" && !given.includes("\0"));
    fc.assert(
      fc.property(text, (body) => {
        const printed = toCurl({ url: "x", headers: {}, body }).replace("curl -X POST", "printf %s:");
        const out = execFileSync("sh", ["-c", printed], { encoding: "utf8" });
        expect(out).toBe(`x:--data-binary:${body}:`);
      }),
      { numRuns: 40 },
    );
  });
});
