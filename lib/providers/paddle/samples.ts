import type { Samples } from "../provider";

export const samples: Samples = {
  "transaction.completed": {
    headers: {},
    body: {
      json: {
        event_id: "evt_01hv8x2acma2gz7he8kg6s0hna",
        event_type: "transaction.completed",
        occurred_at: "2024-04-12T10:18:49.621022Z",
        notification_id: "ntf_01hv8x2af6ss4rz8qqnkwv5vsy",
        data: {
          id: "txn_01hv8wptq8987qeep44cyrewp9",
          status: "completed",
          currency_code: "EUR",
          customer_id: "ctm_01hv6y1jedq4p1n0yqn5ba3ky4",
        },
      },
    },
  },
  "subscription.created": {
    headers: {},
    body: {
      json: {
        event_id: "evt_01hv8x2b9vpq1w0sf7sf5gd6r9",
        event_type: "subscription.created",
        occurred_at: "2024-04-12T10:18:50.738972Z",
        notification_id: "ntf_01hv8x2bcd8z3zzfb3g4y5gxsr",
        data: { id: "sub_01hv8x29kz0t586xy6zn1a62ny", status: "active" },
      },
    },
  },
};
