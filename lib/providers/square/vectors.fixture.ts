import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "asdf1234",
  by: "own",
  sign: ({ body, secret, url }) => ({
    headers: { "x-square-hmacsha256-signature": digest(secret, url + body, "sha256 base64") },
  }),
};
