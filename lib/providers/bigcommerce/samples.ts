import type { Samples } from "../provider";

export const samples: Samples = {
  "store/order/created": {
    headers: {},
    body: {
      json: {
        scope: "store/order/created",
        store_id: "1025646",
        data: { type: "order", id: 250 },
        hash: "dd70c0976e06b67aaf671e73f49dcb79230ebf9d",
        created_at: 1561479335,
        producer: "stores/abcde",
      },
    },
  },
  "store/order/statusUpdated": {
    headers: {},
    body: {
      json: {
        scope: "store/order/statusUpdated",
        store_id: "1025646",
        data: { type: "order", id: 250, status: { previous_status_id: 0, new_status_id: 10 } },
        hash: "7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca",
        created_at: 1561479335,
        producer: "stores/abcde",
      },
    },
  },
};
