import { expect, it } from "vitest";
import { readFixedHeaders, writeFixedHeaders } from "./fixed-headers";

it("reads what it writes", () => {
  const headers = { "X-Tenant": "acme", "x-route": "a: b", "X-Empty": "" };
  expect(readFixedHeaders(writeFixedHeaders(headers))).toEqual({ headers, errors: [] });
  expect(readFixedHeaders("\r\n  X-Tenant :  acme \r\n")).toEqual({ headers: { "X-Tenant": "acme" }, errors: [] });
});

it.each([
  ["X-Tenant: acme\nnonsense", "Line 2 is no header. Write Name: value."],
  ["X-Tenant: a\nX-Tenant: b", "X-Tenant stands here twice."],
])("says what is wrong with %j", (text, message) => {
  expect(readFixedHeaders(text).errors).toEqual([{ path: "headers", message }]);
});
