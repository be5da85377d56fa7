import { Webhook } from "svix";
import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  by: "official library",
  sign: ({ body, secret, id, seconds }) => ({
    headers: {
      "svix-id": id,
      "svix-timestamp": String(seconds),
      "svix-signature": new Webhook(secret).sign(id, new Date(seconds * 1_000), body),
    },
  }),
  accepts: ({ body, secret, headers }) => new Webhook(secret).verify(body, headers),

  published: [
    {
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      seconds: 1614265330,
      body: '{"test": 2432232314}',
      headers: {
        "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "svix-timestamp": "1614265330",
        "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      },
    },
  ],
};
