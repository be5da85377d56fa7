import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "8c570fa6dd201bb328f1c1eac23a96d8",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-line-signature": digest(secret, body, "sha256 base64") } }),
};
