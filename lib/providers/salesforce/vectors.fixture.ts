import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "b7GJ0sQ2m4yRk1TtV8wXzA5cDeFhLnPq",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-signature": digest(secret, body, "sha256 base64") } }),
};
