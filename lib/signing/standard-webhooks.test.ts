import { createPublicKey, randomBytes, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { generateKeyPair, readPublicKey, toPrivateKey } from "./key-pairs";
import { generateSecret, toKey } from "./secrets";
import { signStandard } from "./standard-webhooks";

const now = Math.floor(Date.now() / 1000);
const body = Buffer.from('{"type":"invoice.paid","note":"größer"}');

describe("the Standard Webhooks signature", () => {
  it("equals the vector of the specification's reference libraries", async () => {
    const headers = await signStandard(
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      1614265330,
      Buffer.from('{"test": 2432232314}'),
      [toKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")],
    );
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("is accepted by the official library with any live secret", async () => {
    const secrets = [generateSecret(), generateSecret(), generateSecret()];
    const headers = await signStandard("msg_1", now, body, secrets.map(toKey));
    expect(headers["webhook-signature"].split(" ")).toHaveLength(3);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body.toString(), headers)).toEqual(JSON.parse(body.toString()));
    }
    expect(() => new Webhook(generateSecret()).verify(body.toString(), headers)).toThrow("No matching signature");
  });

  it("is accepted with a secret that a user typed", async () => {
    const headers = await signStandard("msg_1", now, body, [toKey("correct horse")]);
    new Webhook("correct horse", { format: "raw" }).verify(body.toString(), headers);
  });

  it("is refused for another body", async () => {
    const secret = generateSecret();
    const headers = await signStandard("msg_1", now, body, [toKey(secret)]);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
  });

  it("covers bytes that are not text", async () => {
    const bytes = randomBytes(64);
    const data = [bytes, Buffer.from(bytes.toString("utf8"))];
    const [a, b] = await Promise.all(data.map((one) => signStandard("a", 1, one, [bytes])));
    expect(a?.["webhook-signature"]).not.toBe(b?.["webhook-signature"]);
  });
});

describe("the signature by a key pair", () => {
  /** Written from the specification alone: base64 of Ed25519 over id, timestamp and body. */
  const isRight = (publicKey: string, headers: Record<string, string>, signed: Buffer) => {
    const x = Buffer.from(publicKey.replace(/^whpk_/, ""), "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const data = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), signed]);
    const entries = headers["webhook-signature"]?.split(" ").filter((entry) => entry.startsWith("v1a,")) ?? [];
    return entries.some((entry) => verify(null, data, key, Buffer.from(entry.slice(4), "base64")));
  };

  it("is verified with the public key, and by no other, nor for another body", async () => {
    const [pair, other] = [generateKeyPair(), generateKeyPair()];
    const headers = await signStandard("msg_1", now, body, [toPrivateKey(pair.privateKey)]);
    expect(headers["webhook-signature"]).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
    expect(isRight(pair.publicKey, headers, body)).toBe(true);
    expect(isRight(other.publicKey, headers, body)).toBe(false);
    expect(isRight(pair.publicKey, headers, Buffer.from(`${body} `))).toBe(false);
  });

  it("stands behind those of secrets, which the official library still accepts", async () => {
    const [secret, pair, older] = [generateSecret(), generateKeyPair(), generateKeyPair()];
    const keys = [toKey(secret), toPrivateKey(pair.privateKey), toPrivateKey(older.privateKey)];
    const headers = await signStandard("msg_1", now, body, keys);
    expect(headers["webhook-signature"].replace(/,\S+/g, "")).toBe("v1 v1a v1a");
    expect(new Webhook(secret).verify(body.toString(), headers)).toEqual(JSON.parse(body.toString()));
    expect([isRight(pair.publicKey, headers, body), isRight(older.publicKey, headers, body)]).toEqual([true, true]);
  });

  it("of a large body is made while other work takes turns", async () => {
    const pair = generateKeyPair();
    const large = randomBytes(20 * 1024 * 1024);
    let turns = 0;
    const counter = setInterval(() => {
      turns += 1;
    }, 0);
    const headers = await signStandard("msg_1", now, large, [toPrivateKey(pair.privateKey)]);
    clearInterval(counter);
    expect(turns).toBeGreaterThan(1);
    expect(isRight(pair.publicKey, headers, large)).toBe(true);
  });

  it("is of key pairs in the form of Standard Webhooks", () => {
    const { privateKey, publicKey } = generateKeyPair();
    expect(privateKey).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(createPublicKey(toPrivateKey(privateKey)).equals(readPublicKey(publicKey) as never)).toBe(true);
    for (const text of ["", "whpk_", publicKey.slice(5), `${publicKey}A`, privateKey, "whsec_aaaa"]) {
      expect(readPublicKey(text)).toBeNull();
    }
  });
});
