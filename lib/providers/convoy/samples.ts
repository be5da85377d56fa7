import type { Samples } from "../provider";

export const samples: Samples = {
  "invoice.created": {
    headers: { "X-Convoy-Idempotency-Key": "inv_2201-created" },
    body: { json: { event_type: "invoice.created", data: { id: "inv_2201", amount: 2500 } } },
  },
};
