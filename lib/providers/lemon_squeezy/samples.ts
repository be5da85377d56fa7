import type { Samples } from "../provider";

export const samples: Samples = {
  order_created: {
    headers: { "X-Event-Name": "order_created" },
    body: {
      json: {
        meta: { event_name: "order_created", custom_data: { customer_id: 25 } },
        data: { type: "orders", id: "1", attributes: { store_id: 1, currency: "EUR", total: 1199, status: "paid" } },
      },
    },
  },
};
