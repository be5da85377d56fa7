import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "consumer-secret",
  by: "own",
  sign: ({ body, secret }) => ({
    headers: { "x-twitter-webhooks-signature": `sha256=${digest(secret, body, "sha256 base64")}` },
  }),
  challenges: [
    {
      request: { method: "GET", query: "crc_token=challenge" },
      answer: {
        status: 200,
        contentType: "application/json",
        body: JSON.stringify({ response_token: `sha256=${digest("consumer-secret", "challenge", "sha256 base64")}` }),
      },
    },
  ],
};
