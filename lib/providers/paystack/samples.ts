import type { Samples } from "../provider";

export const samples: Samples = {
  "charge.success": {
    headers: {},
    body: {
      json: {
        event: "charge.success",
        data: {
          id: 302961,
          domain: "live",
          status: "success",
          reference: "qTPrJoy9Bx",
          amount: 10000,
          currency: "NGN",
        },
      },
    },
  },
};
