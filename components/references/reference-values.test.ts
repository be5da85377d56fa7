import { expect, it } from "vitest";
import { findPairErrors, readTags, toReferenceInput, toReferenceValues, writeTags } from "./reference-values";

it("reads what it writes", () => {
  const references = {
    external_id: "customer 7",
    metadata: { plan: "gold", "a b": "c = d, e", constructor: "", é: "1" },
  };
  expect(toReferenceInput(toReferenceValues(references))).toEqual(references);
  expect(findPairErrors(toReferenceValues(references))).toEqual([]);
  expect(readTags(writeTags(["eu", "plan:gold"]))).toEqual(["eu", "plan:gold"]);
  expect(readTags(" eu, plan:gold,,us\n")).toEqual(["eu", "plan:gold", "us"]);
});

it("takes empty fields for none", () => {
  expect(toReferenceInput({ external_id: " ", metadata: " \r\n" })).toEqual({ external_id: null, metadata: {} });
});

it.each([
  ["plan = gold\nnonsense", "Line 2 is no pair. Write key = value."],
  [" = gold", "Line 1 is no pair. Write key = value."],
  ["__proto__ = gold", "Line 1 is no pair. Write key = value."],
  ["plan=a\nplan =b", "plan stands here twice."],
])("says what is wrong with %j", (metadata, message) => {
  expect(findPairErrors({ external_id: "", metadata })).toEqual([{ path: "metadata", message }]);
});
