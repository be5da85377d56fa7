import type { Samples } from "../provider";

export const samples: Samples = {
  "email.delivered": {
    headers: {},
    body: {
      json: {
        event_id: "01E4C4CT6YDC7Y5M7FE1GWWPQJ",
        object_type: "email",
        metric: "delivered",
        timestamp: 1613063089,
        data: { customer_id: "42", recipient: "test@example.com", subject: "hello" },
      },
    },
  },
};
