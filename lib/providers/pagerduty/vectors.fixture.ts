import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "PpVKbvvGzRgcqtP7Zg8QpQ",
  by: "own",
  sign: ({ body, secret }) => ({
    headers: { "x-pagerduty-signature": `v1=${digest("the former secret", body)},v1=${digest(secret, body)}` },
  }),
};
