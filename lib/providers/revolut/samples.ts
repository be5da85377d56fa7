import type { Samples } from "../provider";

export const samples: Samples = {
  ORDER_COMPLETED: {
    headers: {},
    body: {
      json: {
        event: "ORDER_COMPLETED",
        order_id: "9fc01989-3f61-4484-a5d9-ffe768531be9",
        merchant_order_ext_ref: "Test #3928",
      },
    },
  },
};
