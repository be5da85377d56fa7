import type { Samples } from "../provider";

export const samples: Samples = {
  "payment.captured": {
    headers: { "X-Razorpay-Event-Id": "LESkWrJ9wYEnzP" },
    body: {
      json: {
        entity: "event",
        account_id: "acc_BFQ7uQEaa7j2z7",
        event: "payment.captured",
        contains: ["payment"],
        payload: {
          payment: { entity: { id: "pay_DESlfW9H8K9uqM", amount: 100, currency: "INR", status: "captured" } },
        },
        created_at: 1567674599,
      },
    },
  },
};
