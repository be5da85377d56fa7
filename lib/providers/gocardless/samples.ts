import type { Samples } from "../provider";

export const samples: Samples = {
  "payments.confirmed": {
    headers: {},
    body: {
      json: {
        events: [
          {
            id: "EV00BD05S5VM2T",
            created_at: "2018-07-05T09:13:51.404Z",
            resource_type: "payments",
            action: "confirmed",
            links: { payment: "PM0003JJQ2MR06" },
            details: { origin: "gocardless", cause: "payment_confirmed" },
          },
        ],
        meta: { webhook_id: "WB00BD05S5VM2T" },
      },
    },
  },
};
