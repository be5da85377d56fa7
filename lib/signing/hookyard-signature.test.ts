import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { HMAC_ENCODINGS } from "@/lib/kernel/vocabulary";
import { signAdvanced, signSimple } from "./hookyard-signature";

const [key, older] = [Buffer.from("newest"), Buffer.from("older")];
const body = Buffer.from('{"a":1}');
const hex = (secret: Buffer, text: string) => createHmac("sha256", secret).update(text).digest("hex");

describe("the project's own signature", () => {
  it("signs the timestamp and the body once for each live secret", async () => {
    expect(await signAdvanced(1700000000, body, [key, older])).toBe(
      `t=1700000000,v1=${hex(key, '1700000000,{"a":1}')},v1=${hex(older, '1700000000,{"a":1}')}`,
    );
  });

  it("is the plain hex HMAC-SHA256 of the body in its simple form", async () => {
    expect(await signSimple(body, key)).toBe(hex(key, '{"a":1}'));
  });

  it("works with every hash and encoding of the settings", async () => {
    const values = await Promise.all(
      HMAC_HASHES.flatMap((hash) => HMAC_ENCODINGS.map((encoding) => signSimple(body, key, { hash, encoding }))),
    );
    expect(values.every((value) => value.length >= 22)).toBe(true);
    expect(new Set(values).size).toBeGreaterThanOrEqual(HMAC_HASHES.length * 2);
  });

  it("of a large body lets other work take turns", async () => {
    const large = randomBytes(5 * 1024 * 1024 + 1);
    let turns = 0;
    const counter = setInterval(() => {
      turns += 1;
    }, 0);
    const signed = await signAdvanced(1700000000, large, [key]);
    clearInterval(counter);
    expect(turns).toBeGreaterThan(1);
    expect(signed).toBe(
      `t=1700000000,v1=${createHmac("sha256", key).update("1700000000,").update(large).digest("hex")}`,
    );
  });

  it("matches the published digests of RFC 2202 and FIPS 202 examples", async () => {
    const jefe = Buffer.from("Jefe");
    const text = Buffer.from("what do ya want for nothing?");
    expect(await signSimple(text, jefe, { hash: "MD5", encoding: "hex" })).toBe("750c783e6ab0b503eaa86e310a5db738");
    expect(await signSimple(text, jefe, { hash: "SHA1", encoding: "hex" })).toBe(
      "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
    );
    expect(await signSimple(text, jefe, { hash: "SHA3_256", encoding: "hex" })).toBe(
      "c7d4072e788877ae3596bbb0da73b887c9171f93095b294ae857fbe2645e1ba5",
    );
  });
});
