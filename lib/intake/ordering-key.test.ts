import { expect, it } from "vitest";
import { readOrderingKey } from "@/lib/intake/ordering-key";

const keyOf = (json: string) => readOrderingKey("$.order.id", Buffer.from(`{"order":{"id":${json}}}`), undefined);

it("distinguishes numbers to the last digit, and recognizes one in every notation", () => {
  expect(keyOf("1460323737035677698")).toBe("1460323737035677698");
  expect(keyOf("1460323737035677700")).toBe("1460323737035677700");
  expect(keyOf("1460323737035677700.0")).toBe("1460323737035677700");
  expect(keyOf("7")).toBe("7");
  expect(keyOf("7.0")).toBe("7");
});

it("is absent if the path leads to nothing, or to no plain value", () => {
  for (const json of ["null", "{}", "[1]", '""']) expect(keyOf(json)).toBeNull();
  expect(readOrderingKey("order.name", Buffer.from('{"order":{"id":1}}'), undefined)).toBeNull();
});
