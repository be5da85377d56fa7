import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "hush",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-shopify-hmac-sha256": digest(secret, body, "sha256 base64") } }),
};
