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
        // What begins with @ would be the name of a file.
        expect(out).toBe(`x:${body.startsWith("@") ? "--data-raw" : "--data-binary"}:${body}:`);
      }),
      { numRuns: 40 },
    );
  });

  it("sends every byte of a body, also where it is no text or begins like the name of a file", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
    const isFile = fc.constant(new TextEncoder().encode("@/etc/passwd"));
    fc.assert(
      fc.property(fc.oneof(bytes, isFile), (body) => {
        const command = toCurl({ url: "x", headers: {}, body });
        // In place of curl, what would be sent is printed.
        const stand = `curl() { case "$4" in --data-binary) [ "$5" = @- ] && cat || printf %s "$5";; *) printf %s "$5";; esac; }`;
        const sent = execFileSync("sh", ["-c", `${stand}\n${command}`]);
        expect(new Uint8Array(sent)).toEqual(new Uint8Array(body));
      }),
      { numRuns: 40 },
    );
  });
});

it("names files where certificates of the endpoint are needed, which are not shown", () => {
  const command = (client_certificate: string, ca_certificate: string) =>
    toCurl({ url: "https://a", headers: {}, body: "", certificates: { client_certificate, ca_certificate } });
  expect(command("[REDACTED]", "")).toBe("curl -X POST 'https://a' \\\n  --cert client.pem --key client.key");
  expect(command("", "[REDACTED]")).toBe("curl -X POST 'https://a' \\\n  --cacert authority.pem");
});
