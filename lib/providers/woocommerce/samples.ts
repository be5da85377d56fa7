import type { Samples } from "../provider";

export const samples: Samples = {
  "order.created": {
    headers: {
      "X-WC-Webhook-Topic": "order.created",
      "X-WC-Webhook-Delivery-ID": "5bd4a1f2b1b4d9cfe0f7a1b2c3d4e5f6",
      "X-WC-Webhook-Source": "https://shop.example.com/",
    },
    body: {
      json: {
        id: 727,
        status: "processing",
        currency: "EUR",
        total: "29.35",
        line_items: [{ id: 315, name: "Woo Single #1", quantity: 2, total: "6.00" }],
      },
    },
  },
};
