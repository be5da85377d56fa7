import type { Samples } from "../provider";

export const samples: Samples = {
  "payment-link.paid": {
    headers: {},
    body: {
      json: {
        resource: "event",
        id: "event_GvJ8WHrp5isUdRub9CJyH",
        type: "payment-link.paid",
        entityId: "pl_qng5gbbv8NAZ5gpM5ZYgx",
        createdAt: "2024-12-16T15:57:04.0Z",
      },
    },
  },
};
