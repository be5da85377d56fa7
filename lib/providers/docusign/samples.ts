import type { Samples } from "../provider";

export const samples: Samples = {
  "envelope-completed": {
    headers: {},
    body: {
      json: {
        event: "envelope-completed",
        apiVersion: "v2.1",
        uri: "/restapi/v2.1/accounts/a1/envelopes/e1",
        retryCount: 0,
        configurationId: 10270833,
        generatedDateTime: "2023-05-24T16:54:45.693Z",
        data: { accountId: "a1", envelopeId: "e1" },
      },
    },
  },
};
