import { describe, expect, it } from "vitest";
import { BODY, diagnose, live, SECONDS } from "@/lib/signing/doctor/diagnose-signature.fixture";
import type { KnownKeyPair, KnownSecret } from "@/lib/signing/doctor/digests";
import { generateKeyPair, readPublicKey, toPrivateKey } from "@/lib/signing/key-pairs";
import { signStandard } from "@/lib/signing/standard-webhooks";

describe("a signature by a key pair", () => {
  const makePair = (id: string, endsAt: Date | null = null) => {
    const { privateKey, publicKey } = generateKeyPair();
    const known = { id, key: readPublicKey(publicKey), createdAt: new Date("2027-01-01"), endsAt } as KnownKeyPair;
    return { known, signer: toPrivateKey(privateKey) };
  };
  const [pair, old, foreign] = [makePair("pair"), makePair("old", new Date("2027-01-30")), makePair("foreign")];
  const keyPairs = [pair.known, old.known];
  const signBy = async (...by: (typeof pair | KnownSecret)[]) => {
    const keys = by.map((one) => ("signer" in one ? one.signer : one.key));
    return { ...(await signStandard("msg_1", SECONDS, BODY, keys)) };
  };
  const standard = async (headers: Record<string, string>, body = BODY) => {
    const { isValid, schemes } = await diagnose(headers, { keyPairs, body });
    return [isValid, ...(schemes[0]?.findings ?? []).map(({ code, secretId }) => `${code} ${secretId}`)];
  };

  it("is called right with the key pair that signed, alone and beside a secret", async () => {
    expect(await standard(await signBy(pair))).toEqual([true, "valid pair"]);
    expect(await standard(await signBy(live, pair, old))).toEqual([true, "valid live", "valid pair"]);
  });

  it("is told to be ended, unknown, changed or cut off", async () => {
    expect(await standard(await signBy(old))).toEqual([false, "secret_expired old"]);
    expect(await standard(await signBy(foreign))).toEqual([false, "secret_unknown null"]);
    expect(await standard(await signBy(live, foreign))).toEqual([false, "valid live", "secret_unknown null"]);
    const signed = await signBy(pair);
    expect(await standard(signed, Buffer.from(`${BODY}\n`))).toEqual([false, "body_changed pair"]);
    const value = signed["webhook-signature"];
    for (const other of [value.slice(0, -9), value.replace("v1a,", "v1,"), value.replace("v1a,", "")]) {
      const [isValid, finding] = await standard({ ...signed, "webhook-signature": other });
      expect([isValid, finding]).toEqual([false, "signature_form null"]);
    }
  });

  it("of an endpoint that has none is told to be nobody's", async () => {
    const { schemes } = await diagnose(await signBy(pair));
    expect(schemes[0]?.findings[0]?.message).toContain("The endpoint has no key pair that made this signature");
  });
});
