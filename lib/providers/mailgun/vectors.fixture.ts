import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "key-3ax6xnjp29jd6fds4gc373sgvjxteol0",
  by: "own",
  sign: ({ body, secret, seconds }) => {
    const payload = JSON.parse(body) as { signature: { token: string } };
    const { token } = payload.signature;
    const signature = { timestamp: String(seconds), token, signature: digest(secret, `${seconds}${token}`) };
    return { body: JSON.stringify({ ...payload, signature }) };
  },
};
