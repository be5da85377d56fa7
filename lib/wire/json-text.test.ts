import { expect, test } from "vitest";
import { cutMember } from "@/lib/wire/json-text";

test.each([
  ['{"$h":{"a":"}"},"b":1.10}', { value: '{"a":"}"}', rest: '{"b":1.10}' }],
  ['{"b":1.10,"$h":[1,"]"]}', { value: '[1,"]"]', rest: '{"b":1.10}' }],
  ['{"b":[{"$h":1}],"$h":null,"c":{}}', { value: "null", rest: '{"b":[{"$h":1}],"c":{}}' }],
  ['{"$h":"\\\\\\""}', { value: '"\\\\\\""', rest: "{}" }],
  ['{"b":{"$h":1}}', null],
  ['["$h"]', null],
  ["{}", null],
  ['"$h"', null],
])("cuts a member out of %s", (json, cut) => {
  expect(cutMember(json, "$h")).toEqual(cut);
});
