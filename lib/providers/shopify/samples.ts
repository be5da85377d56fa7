import type { Samples } from "../provider";

export const samples: Samples = {
  "orders/create": {
    headers: {
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": "example.myshopify.com",
      "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
    },
    body: {
      json: {
        id: 820982911946,
        email: "jon@example.com",
        currency: "EUR",
        total_price: "388.00",
        line_items: [{ id: 466157049, sku: "IPOD2008PINK", quantity: 1, price: "388.00" }],
      },
    },
  },
  "customers/update": {
    headers: {
      "X-Shopify-Topic": "customers/update",
      "X-Shopify-Shop-Domain": "example.myshopify.com",
      "X-Shopify-Webhook-Id": "5f1d3f2e-2f0c-4a5b-9b51-7f0f8c0d8a11",
    },
    body: { json: { id: 7064055069303, email: "bob@example.com", first_name: "Bob", state: "enabled" } },
  },
};
