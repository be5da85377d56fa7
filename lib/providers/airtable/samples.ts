import type { Samples } from "../provider";

export const samples: Samples = {
  "webhook.received": {
    headers: {},
    body: {
      json: {
        base: { id: "app00000000000000" },
        webhook: { id: "ach00000000000000" },
        timestamp: "2022-02-01T21:25:05.663Z",
      },
    },
  },
};
