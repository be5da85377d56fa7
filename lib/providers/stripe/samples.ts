import type { Samples } from "../provider";

export const samples: Samples = {
  "invoice.paid": {
    headers: {},
    body: {
      json: {
        id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
        object: "event",
        api_version: "2025-03-31.basil",
        created: 1686089970,
        livemode: false,
        type: "invoice.paid",
        data: {
          object: { id: "in_1NG8Ds2eZvKYlo2C", object: "invoice", amount_paid: 2000, currency: "eur", status: "paid" },
        },
      },
    },
  },
  "checkout.session.completed": {
    headers: {},
    body: {
      json: {
        id: "evt_1NG8Du2eZvKYlo2CUI79vXWz",
        object: "event",
        created: 1686089971,
        livemode: false,
        type: "checkout.session.completed",
        data: { object: { id: "cs_test_a1", object: "checkout.session", payment_status: "paid", amount_total: 4990 } },
      },
    },
  },
};
