import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-xero-signature": digest(secret, body, "sha256 base64") } }),
  challenges: [
    {
      request: {
        method: "POST",
        body: '{"events":[],"firstEventSequence":0,"lastEventSequence":0,"entropy":"FMLHZNKCVKLBLXWVMGAI"}',
      },
      answer: { status: 200, contentType: "text/plain", body: "" },
    },
  ],
};
