import { expect, it } from "vitest";
import { parseUrl } from "@/lib/kernel/parse-url";

it("reads an address alone or from another one on, and answers null for what is none", () => {
  expect(parseUrl("https://example.com/a?b=c")?.host).toBe("example.com");
  expect(parseUrl("../next?page=2", "https://example.com/v1/list")?.href).toBe("https://example.com/next?page=2");
  expect(["", "example.com", "https://", "/a"].map((text) => parseUrl(text))).toEqual([null, null, null, null]);
});

it("reads letters that are not of ASCII however often it is called", () => {
  const hosts = new Set<string | undefined>();
  for (let n = 0; n < 20_000; n += 1) hosts.add(parseUrl("https://bücher.example:8443/")?.host);
  expect([...hosts]).toEqual(["xn--bcher-kva.example:8443"]);
});
