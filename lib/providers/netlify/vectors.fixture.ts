import { createHash } from "node:crypto";
import { digest, type Vectors } from "../vectors.fixture";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const vectors: Vectors = {
  secret: "a-secret-of-ours-for-netlify-0123456789",
  by: "own",
  sign: ({ body, secret }) => {
    const claims = { iss: "netlify", sha256: createHash("sha256").update(body).digest("hex") };
    const signed = `${encoded({ alg: "HS256" })}.${encoded(claims)}`;
    return { headers: { "x-webhook-signature": `${signed}.${digest(secret, signed, "sha256 base64url")}` } };
  },
};
