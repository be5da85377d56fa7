import type { Samples } from "../provider";

export const samples: Samples = {
  "charge:confirmed": {
    headers: {},
    body: {
      json: {
        id: 1,
        scheduled_for: "2017-01-31T20:50:02Z",
        event: {
          id: "24934862-d980-46cb-9402-43c81b0cdba6",
          resource: "event",
          type: "charge:confirmed",
          api_version: "2018-03-22",
          data: { code: "66BEOV2A", name: "The Sovereign Individual" },
        },
      },
    },
  },
};
