import { expect, it } from "vitest";
import { findAmbiguity } from "@/lib/next/request-target";

const find = (url: string, rawHeaders = ["Host", "h"]) => findAmbiguity({ url, rawHeaders });

it.each([
  "/ingest/../v1/me",
  "/ingest/%2e%2e/v1/me",
  "/ingest/%2E%2e/v1/me",
  "/ingest/.%2e/v1/me",
  "/ingest/..;/v1/me",
  "/ingest/./v1",
  "/v1/..",
  "/v1/.",
  "/ingest%2f..%2Fv1",
  "/ingest/a%2Fb",
  "/ingest/a%5cb",
  "/ingest\\..\\v1",
  "/..?a=b",
  "/%69ngest/x",
  "/v%31/me",
  "/ingest#/x",
  "http://h/v1/me",
  "*",
  "",
])("refuses the target %s", (url) => {
  expect(find(url)).toMatch(/\.$/);
});

it.each([
  "/",
  "/v1/me",
  "/ingest/abc?next=/../x&file=%2e%2e%2f&b=\\",
  "/.well-known/security.txt",
  "/a/...",
  "/a/..b/c..",
  "/_next/static/chunks/%5Bid%5D.js",
  "/a/%20b",
])("accepts the target %s", (url) => {
  expect(find(url)).toBeNull();
});

it("refuses two hosts in any notation", () => {
  expect(find("/", ["Host", "a", "Accept", "*/*", "hOST", "a"])).toBe("Send one Host header.");
});
