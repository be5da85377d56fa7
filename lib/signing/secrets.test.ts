import { expect, it } from "vitest";
import { generateSecret, toKey } from "./secrets";

it("generates secrets of 32 bytes, never the same twice", () => {
  const secrets = Array.from({ length: 100 }, generateSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(toKey(secret)).toHaveLength(32);
  }
});

it("decodes what follows the prefix, with or without padding", () => {
  const key = Buffer.from("a key of 19 bytes..");
  expect(toKey(`whsec_${key.toString("base64")}`)).toEqual(key);
  expect(toKey(`whsec_${key.toString("base64").replace(/=+$/, "")}`)).toEqual(key);
});

it("takes any other secret by its UTF-8 bytes", () => {
  for (const secret of ["hunter2", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "schlüssel", "whsec_", "whsec_not base64!"]) {
    expect(toKey(secret)).toEqual(Buffer.from(secret, "utf8"));
  }
});
