import type { Samples } from "../provider";

export const samples: Samples = {
  "charge.completed": {
    headers: {},
    body: {
      json: {
        event: "charge.completed",
        data: { id: 285959875, tx_ref: "Links-616626414629", amount: 100, currency: "NGN", status: "successful" },
      },
    },
  },
};
