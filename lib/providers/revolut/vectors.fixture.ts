import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "wsk_r59a4HfWVAKycbCaNO1RvgCJec02gRd8",
  by: "own",
  sign: ({ body, secret, ms }) => ({
    headers: {
      "revolut-request-timestamp": String(ms),
      "revolut-signature": `v1=${digest(secret, `v1.${ms}.${body}`)}`,
    },
  }),
};
