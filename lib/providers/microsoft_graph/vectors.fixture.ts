import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-client-state-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => {
    const { value } = JSON.parse(body) as { value: object[] };
    return { body: JSON.stringify({ value: value.map((one) => ({ ...one, clientState: secret })) }) };
  },
  challenges: [
    {
      request: {
        method: "POST",
        query: "validationToken=Validation%3A+Testing+client+application+reachability+for+subscription",
        headers: { "content-type": "text/plain; charset=utf-8" },
      },
      answer: {
        status: 200,
        contentType: "text/plain",
        body: "Validation: Testing client application reachability for subscription",
      },
    },
  ],
};
