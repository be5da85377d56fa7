import { expect, it } from "vitest";
import { isPassiveType, toPassive } from "@/lib/nouns/sources/passive-types";

it.each([
  "application/json",
  "Application/JSON; charset=utf-8",
  "application/problem+json",
  "text/plain;charset=utf-8",
  "text/csv",
  "application/octet-stream",
  "image/png",
])("accepts %s, which no browser runs", (type) => {
  expect(isPassiveType(type)).toBe(true);
});

it.each([
  "text/html",
  "TEXT/HTML; charset=utf-8",
  "text/html ;a=b",
  "image/svg+xml",
  "application/xhtml+xml",
  "application/xml",
  "text/xml",
  "text/xsl",
  "application/rss+xml",
  "application/mathml+xml",
  "text/javascript",
  "application/javascript",
  "application/x-javascript",
  "application/ecmascript",
  "text/jscript",
  "application/wasm",
  "application/pdf",
  "text/css",
  "text/vtt",
  "text/cache-manifest",
  "text/event-stream",
  "multipart/x-mixed-replace",
  "message/rfc822",
  "application/x-shockwave-flash",
  "application/java-archive",
  "application/json+html",
  "text/json+xml",
  "x/y",
])("refuses %s", (type) => {
  expect(isPassiveType(type)).toBe(false);
});

it("sends an older response as text", () => {
  expect(toPassive({ body: "<p>", content_type: "text/html" })).toEqual({
    body: "<p>",
    content_type: "text/plain; charset=utf-8",
  });
});
