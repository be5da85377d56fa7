import type { Samples } from "../provider";

export const samples: Samples = {
  "payment.updated": {
    headers: {},
    body: {
      json: {
        merchant_id: "6SSW7HV8K2ST5",
        type: "payment.updated",
        event_id: "13b867cf-db3d-4b1c-90b6-2f32a9d78124",
        created_at: "2020-02-06T21:27:34.308Z",
        data: {
          type: "payment",
          id: "KkAkhdMsgzn59SM8A89WgKwekxLZY",
          object: {
            payment: {
              id: "hYy9pRFVxpDsO1FB05SunFWUe9JZY",
              amount_money: { amount: 100, currency: "USD" },
              status: "COMPLETED",
            },
          },
        },
      },
    },
  },
};
