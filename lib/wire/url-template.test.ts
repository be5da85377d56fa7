import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillUrl, hasVariableHost, parseUrlTemplate, UrlTemplateError } from "./url-template";
import { findVariables } from "./url-variables";

const fill = (url: string, values: Record<string, string>) =>
  fillUrl(parseUrlTemplate(url), (name) => values[name] ?? "");
const refusal = (make: () => unknown) => {
  try {
    make();
  } catch (error) {
    if (error instanceof UrlTemplateError) return error.message;
    throw error;
  }
  return null;
};

describe("an address with variables", () => {
  it.each([
    ["https://{tenant}.example.com/hook/{region}", "https://acme.example.com/hook/eu-1"],
    ["https://{tenant}.example.com", "https://acme.example.com/"],
    ["https://h-{tenant}-x.example.com:8443/a?b={region}&c=1", "https://h-acme-x.example.com:8443/a?b=eu-1&c=1"],
    ["HTTPS://{tenant}.EXAMPLE.com/{tenant}{region}/../{region}", "https://acme.example.com/eu-1"],
    ["https://{tenant}.bücher.example/ü", "https://acme.xn--bcher-kva.example/%C3%BC"],
    ["https://example.com/v0v/{tenant}/v0v0e", "https://example.com/v0v/acme/v0v0e"],
  ])("%s is filled", (url, filled) => {
    expect(fill(url, { tenant: "Acme", region: "eu-1" }).replace("Acme", "acme")).toBe(filled);
  });

  it("encodes what stands in the path and the query, whatever it is", () => {
    const url = "https://example.com/a/{value}/b?q={value}&r=1";
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150, unit: "grapheme" }), (value) => {
        if (/^\.\.?$/.test(value)) return;
        const filled = new URL(fill(url, { value }));
        expect([filled.origin, filled.hash, filled.username]).toEqual(["https://example.com", "", ""]);
        expect(filled.pathname.split("/").map(decodeURIComponent)).toEqual(["", "a", value, "b"]);
        expect([...filled.searchParams]).toEqual([
          ["q", value],
          ["r", "1"],
        ]);
      }),
    );
  });

  it("never leads below another domain, to another port or another path, whatever the values are", () => {
    const url = "https://a-{host}.example.com:8443/x/{path}/y";
    const odd = fc.constantFrom(
      "..",
      ".",
      "%2e%2e",
      "a.b",
      "@",
      ":",
      "/",
      "\\",
      "#",
      "?",
      "\r\n",
      "\0",
      "xn--a",
      "ａ",
      "。",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      odd,
      fc.tuple(odd, odd).map((two) => two.join("")),
    );
    fc.assert(
      fc.property(text, text, (host, path) => {
        let filled: string;
        try {
          filled = fill(url, { host, path });
        } catch (error) {
          expect(error).toBeInstanceOf(UrlTemplateError);
          return;
        }
        const { hostname, port, pathname, href, search } = new URL(filled);
        expect(hostname).toMatch(/^a-[a-z0-9-]*[a-z0-9]\.example\.com$/);
        expect([port, search, href]).toEqual(["8443", "", filled]);
        expect(pathname.split("/")).toHaveLength(4);
        expect(pathname).toMatch(/^\/x\/[^/]+\/y$|^\/x\/\/y$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["{scheme}://example.com/", "scheme"],
    ["https://example.com:{port}/", "port"],
    ["https://{user}@example.com/", "user"],
    ["https://a:{password}@example.com/", "password"],
    ["https://example.com/#{part}", "fragment"],
    ["https://{a b}.example.com/", "blank"],
    ["https://example.com/{9a}", "digit first"],
    ["https://example.com/{}", "empty"],
    ["https://example.com/{a", "open"],
    ["https://example.com/a}", "closed"],
    ["https://example.com/{{a}}", "twice"],
    ["https://example.com/{__proto__}", "underscore first"],
    ["https://{a}_b.example.com/", "underscore in its label"],
    ["https://-{a}.example.com/", "hyphen first"],
    ["https://{a}ü.example.com/", "another script in its label"],
    ["https://{a}.2.3.4/", "an address"],
  ])("%s is refused (%s)", (url) => {
    expect(refusal(() => parseUrlTemplate(url))).not.toBeNull();
  });

  it.each(["", "a.b", "a_b", "-a", "a-", "ü", "a b", "a/b", "xn--", "a".repeat(64), "%61", "a\n"])(
    "takes no label %j",
    (tenant) => {
      expect(refusal(() => fill("https://{tenant}.example.com/", { tenant }))).toMatch(/host name/);
    },
  );

  it.each([
    ["https://example.com/{a}/x", ".."],
    ["https://example.com/{a}/x", "."],
    ["https://example.com/{a}{a}/x", "."],
    ["https://example.com/.{a}/x", "."],
    ["https://example.com/%2{a}", "e"],
    ["https://example.com/%2E%2{a}/x", "e"],
    ["https://example.com/{a}", "\ud800"],
    ["https://example.com/{a}", "x".repeat(501)],
    [`https://example.com/${"{a}".repeat(9)}`, "ü".repeat(50)],
  ])("%s takes no value %j", (url, a) => {
    expect(refusal(() => fill(url, { a }))).not.toBeNull();
  });

  it("knows its variables, and whether one is in the host name", () => {
    const url = "https://{b}.example.com/{a}/{b}?c={c_1}&d={ d}";
    expect(findVariables(url)).toEqual(["b", "a", "c_1"]);
    expect(hasVariableHost(parseUrlTemplate("https://{b}.example.com/"))).toBe(true);
    expect(hasVariableHost(parseUrlTemplate("https://example.com/{b}"))).toBe(false);
  });

  it("of hostile length is read and filled at once", () => {
    const startedAt = performance.now();
    const value = "a".repeat(1_000_000);
    expect(refusal(() => fill(`https://example.com/${"{a}".repeat(500)}`, { a: value }))).not.toBeNull();
    expect(refusal(() => parseUrlTemplate(`https://example.com/${"{".repeat(2_000)}`))).not.toBeNull();
    expect(refusal(() => parseUrlTemplate(`https://${"{a}".repeat(600)}.example.com/`))).not.toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
