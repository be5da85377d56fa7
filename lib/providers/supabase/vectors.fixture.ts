import { Webhook } from "standardwebhooks";
import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  by: "official library",
  sign: ({ body, secret, id, seconds }) => ({
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": new Webhook(secret.slice("v1,".length)).sign(id, new Date(seconds * 1_000), body),
    },
  }),
  accepts: ({ body, secret, headers }) => new Webhook(secret.slice("v1,".length)).verify(body, headers),
};
