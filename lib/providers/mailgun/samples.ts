import type { Samples } from "../provider";

export const samples: Samples = {
  delivered: {
    headers: {},
    body: {
      json: {
        signature: {
          timestamp: "1529006854",
          token: "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0",
          signature: "",
        },
        "event-data": {
          event: "delivered",
          timestamp: 1529006854.329574,
          id: "DACSsAdVSeGpLid7TN03WA",
          recipient: "alice@example.com",
          message: { headers: { "message-id": "20130503182626.18666.16540@example.com" } },
        },
      },
    },
  },
  failed: {
    headers: {},
    body: {
      json: {
        signature: {
          timestamp: "1529006854",
          token: "a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de1",
          signature: "",
        },
        "event-data": {
          event: "failed",
          severity: "permanent",
          reason: "suppress-bounce",
          id: "G9Bn5sl1TC6nu79C8C0bwg",
          recipient: "alice@example.com",
        },
      },
    },
  },
};
