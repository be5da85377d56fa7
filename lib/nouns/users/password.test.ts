import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/nouns/users/password";

it("takes the password that was hashed and no other, in whatever way its letters are composed", async () => {
  const hash = await hashPassword("pass\u00e9word 1");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword("passe\u0301word 1", hash)).toBe(true);
  expect(await verifyPassword("password 1", hash)).toBe(false);
});

it("takes no password where there is no hash, or one of another kind", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("x", "")).toBe(false);
  expect(await verifyPassword("x", "md5$1$1$1$aaaa$bbbb")).toBe(false);
});

it("never makes the same hash twice", async () => {
  expect(await hashPassword("same password")).not.toBe(await hashPassword("same password"));
});
