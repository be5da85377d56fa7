import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
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
