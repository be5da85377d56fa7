import type { Samples } from "../provider";

export const samples: Samples = {
  "order.created": {
    headers: { "webhook-event-type": "order.created", "webhook-event-id": "01980c2c-6b5d-7c5a-9e0f-0b7f3b1a7c11" },
    body: { json: { order: { id: 1001, total: 49.9, currency: "EUR" } } },
  },
};
