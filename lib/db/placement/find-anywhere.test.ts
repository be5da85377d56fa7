import { expect, it } from "vitest";
import { findAnywhere } from "@/lib/db/placement/find-anywhere";

const has = async () => "found";
const hasNot = async () => undefined;
const isAway = async (): Promise<undefined> => {
  throw new Error("away");
};
const neverSays = () => new Promise<undefined>(() => {});
const find = (...databases: (() => Promise<string | undefined>)[]) => findAnywhere(databases, (ask) => ask());

it("is found in one of many, whatever the others say", async () => {
  expect(await find(has)).toBe("found");
  expect(await find(hasNot, isAway, neverSays, has)).toBe("found");
});

it("is nowhere only if each has said so", async () => {
  expect(await find(hasNot, hasNot)).toBeNull();
  await expect(find(hasNot, isAway)).rejects.toThrow("away");
});
