import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "lin_wh_3V6fUYkVGzR0WXh1qM5n",
  by: "own",
  sign: ({ body, secret, ms }) => {
    const sent = body.replace('"webhookTimestamp":1676056940508', `"webhookTimestamp":${ms}`);
    return { body: sent, headers: { "linear-signature": digest(secret, sent) } };
  },
};
