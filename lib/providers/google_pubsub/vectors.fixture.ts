import { createSign, generateKeyPairSync } from "node:crypto";
import type { Vectors } from "../vectors.fixture";

const pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const KID = "b0c1d2e3f4";
const set = { keys: [{ ...pair.publicKey.export({ format: "jwk" }), alg: "RS256", kid: KID, use: "sig" }] };

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const vectors: Vectors = {
  secret: "push@my-project.iam.gserviceaccount.com",
  by: "own",
  sign: ({ secret, seconds, url }) => {
    const claims = {
      aud: url,
      azp: "113774264463038321964",
      email: secret,
      email_verified: true,
      exp: seconds + 3_600,
      iat: seconds,
      iss: "https://accounts.google.com",
      sub: "113774264463038321964",
    };
    const signed = `${encoded({ alg: "RS256", kid: KID, typ: "JWT" })}.${encoded(claims)}`;
    const signature = createSign("RSA-SHA256").update(signed).sign(pair.privateKey, "base64url");
    return { headers: { authorization: `Bearer ${signed}.${signature}` } };
  },
  publishes: { root: null, files: { "https://www.googleapis.com/oauth2/v3/certs": JSON.stringify(set) } },
};
