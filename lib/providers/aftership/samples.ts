import type { Samples } from "../provider";

export const samples: Samples = {
  tracking_update: {
    headers: {},
    body: {
      json: {
        ts: 1480492501,
        event: "tracking_update",
        event_id: "0fa53ab1-1ff4-4f37-a6d0-5d2e8f0c1b11",
        is_tracking_first_tag: true,
        msg: { id: "6f1d7a5c", tag: "Delivered", tracking_number: "1Z999AA10123456784" },
      },
    },
  },
};
