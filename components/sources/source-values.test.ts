import { expect, it } from "vitest";
import { listSourceTypeForms } from "@/components/sources/types/source-type-forms";
import { PROJECT_TYPES } from "@/lib/kernel/vocabulary";
import { UpdateSource } from "@/lib/nouns/sources/schemas";
import { checkSource, newSourceValues, toSourceInput } from "./source-values";

it("sends every field of a source that /v1 accepts, each type its own", () => {
  const types = PROJECT_TYPES.flatMap((project) => listSourceTypeForms(project).map(({ type }) => type));
  const sent = new Set(types.flatMap((type) => Object.keys(toSourceInput(newSourceValues(type)))));
  expect([...sent].sort()).toEqual(Object.keys(UpdateSource.shape).sort());
});

it("asks for the name of a part of the request that has none", () => {
  const values = { ...newSourceValues("http"), idempotency_keys: [{ place: "query" as const, name: " " }] };
  expect(checkSource(values)).toEqual([{ path: "idempotency_keys.0", message: "Name the field of the query." }]);
});
