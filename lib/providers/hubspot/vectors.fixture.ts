import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, ms, url }) => ({
    headers: {
      "x-hubspot-request-timestamp": String(ms),
      "x-hubspot-signature-v3": digest(secret, `POST${url}${body}${ms}`, "sha256 base64"),
    },
  }),
};
