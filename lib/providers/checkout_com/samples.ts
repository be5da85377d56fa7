import type { Samples } from "../provider";

export const samples: Samples = {
  payment_captured: {
    headers: {},
    body: {
      json: {
        id: "evt_az5sblvku4ge3dwpztvyizgcau",
        type: "payment_captured",
        created_on: "2019-08-24T14:15:22Z",
        data: { id: "pay_jlfj2raxkkdkjlvvfhjblwqesu", amount: 6540, currency: "GBP" },
      },
    },
  },
};
