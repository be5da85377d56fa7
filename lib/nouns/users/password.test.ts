import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/nouns/users/password";

it("accepts the hashed password and no other, however its letters are composed", async () => {
  const hash = await hashPassword("pass\u00e9word 1");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword("passe\u0301word 1", hash)).toBe(true);
  expect(await verifyPassword("password 1", hash)).toBe(false);
});

it("accepts no password without a hash, or with a hash of another scheme", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("x", "")).toBe(false);
  expect(await verifyPassword("x", "md5$1$1$1$aaaa$bbbb")).toBe(false);
});

it("never creates the same hash twice", async () => {
  expect(await hashPassword("same password")).not.toBe(await hashPassword("same password"));
});
