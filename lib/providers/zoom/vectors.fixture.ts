import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "secret-token-of-zoom",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: {
      "x-zm-request-timestamp": String(seconds),
      "x-zm-signature": `v0=${digest(secret, `v0:${seconds}:${body}`)}`,
    },
  }),
  challenges: [
    {
      request: {
        method: "POST",
        body: '{"payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"},"event_ts":1654503849680,"event":"endpoint.url_validation"}',
      },
      answer: {
        status: 200,
        contentType: "application/json",
        body: JSON.stringify({
          plainToken: "qgg8vlvZRS6UYooatFL8Aw",
          encryptedToken: digest("secret-token-of-zoom", "qgg8vlvZRS6UYooatFL8Aw"),
        }),
      },
    },
  ],
};
