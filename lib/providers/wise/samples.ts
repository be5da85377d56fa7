import type { Samples } from "../provider";

export const samples: Samples = {
  "transfer.incoming_payment_waiting": {
    headers: { "X-Delivery-Id": "e5b5b1f0-5f0b-4d0e-8f0d-3c6b7a905a11" },
    body: {
      json: {
        data: {
          resource: { id: 49983981, profile_id: 16055450, account_id: 14124090, type: "transfer" },
          current_state: "incoming_payment_waiting",
          previous_state: null,
          occurred_at: "2021-08-23T10:12:50Z",
        },
        subscription_id: "90aa8e14-4ef1-4a56-861c-f3c9cde097ea",
        event_type: "transfers#state-change",
        schema_version: "2.0.0",
        sent_at: "2021-08-23T10:12:50Z",
      },
    },
  },
};
