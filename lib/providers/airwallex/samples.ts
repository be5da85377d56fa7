import type { Samples } from "../provider";

export const samples: Samples = {
  "payment_intent.succeeded": {
    headers: {},
    body: {
      json: {
        id: "evt_hkdmr7v9rg1j58ky8re",
        name: "payment_intent.succeeded",
        account_id: "acct_1",
        data: { object: { id: "int_1", amount: 100, currency: "USD", status: "SUCCEEDED" } },
        created_at: "2021-12-20T06:20:13+0000",
      },
    },
  },
};
