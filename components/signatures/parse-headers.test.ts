import { expect, it } from "vitest";
import { parseHeaders, writeHeaders } from "@/components/signatures/parse-headers";

const headers = { "Webhook-Id": "1", "webhook-signature": "v1,a=" };

it("reads lines, with the request's first line, spaces and Windows line breaks", () => {
  expect(parseHeaders("POST /hooks HTTP/1.1\r\nWebhook-Id: 1\r\n\r\nwebhook-signature:  v1,a=  ")).toEqual({ headers });
});

it("reads a JSON object, with lists as servers keep them", () => {
  expect(parseHeaders('{"Webhook-Id": ["1"], "webhook-signature": "v1,a="}')).toEqual({ headers });
});

it("reads what it writes", () => {
  expect(parseHeaders(writeHeaders(headers))).toEqual({ headers });
});

it.each([
  ["", "Paste the headers"],
  ["webhook-id: 1\nnonsense", "Line 2 is no header"],
  ["{nonsense", "begins like JSON"],
  ['{"a": 1}', "a is not a text"],
])("says what is wrong with %j", (text, wrong) => {
  expect(parseHeaders(text)).toEqual({ wrong: expect.stringContaining(wrong) });
});
