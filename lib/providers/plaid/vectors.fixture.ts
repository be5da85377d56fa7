import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import type { Vectors } from "../vectors.fixture";

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KID = "bfbd5111-8e33-4643-8ced-b2e642a72f3c";
const CLIENT_ID = "5e2a7f9c1b3d4e5f60718293";
const SECRET = "a1b2c3d4e5f60718293a4b5c6d7e8f";

const key = {
  ...pair.publicKey.export({ format: "jwk" }),
  alg: "ES256",
  kid: KID,
  use: "sig",
  created_at: 1_560_466_143,
  expired_at: null,
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const failed = (error_code: string) => ({ status: 400, text: JSON.stringify({ error_code, error_message: "no" }) });

export const vectors: Vectors = {
  secret: `production ${CLIENT_ID} ${SECRET}`,
  by: "own",
  sign: ({ body, seconds }) => {
    const claims = { iat: seconds, request_body_sha256: createHash("sha256").update(body, "utf8").digest("hex") };
    const signed = `${encoded({ alg: "ES256", kid: KID, typ: "JWT" })}.${encoded(claims)}`;
    const signature = createSign("SHA256").update(signed).sign({ key: pair.privateKey, dsaEncoding: "ieee-p1363" });
    return { headers: { "plaid-verification": `${signed}.${signature.toString("base64url")}` } };
  },
  publishes: {
    root: null,
    files: {},
    give: (url, posted) => {
      if (url !== "https://production.plaid.com/webhook_verification_key/get") return null;
      if (posted.client_id !== CLIENT_ID || posted.secret !== SECRET) return failed("INVALID_API_KEYS");
      if (posted.key_id !== KID) return failed("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
      return { status: 200, text: JSON.stringify({ key, request_id: "RZ6Omi1bzzwDaLo" }) };
    },
  },
};
