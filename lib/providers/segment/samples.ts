import type { Samples } from "../provider";

export const samples: Samples = {
  track: {
    headers: {},
    body: {
      json: {
        type: "track",
        event: "Order Completed",
        messageId: "022bb90c-bbac-11e4-8dfc-aa07a5b093db",
        userId: "97980cfea0067",
        properties: { total: 49.9 },
        timestamp: "2015-02-23T22:28:55.111Z",
      },
    },
  },
};
