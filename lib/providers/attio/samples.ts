import type { Samples } from "../provider";

export const samples: Samples = {
  "record.created": {
    headers: { "Idempotency-Key": "c1a1d7de-8f5e-4d1a-9d60-0f5a4d2b1c11" },
    body: {
      json: {
        webhook_id: "8c4b1f3a-2d6e-4f0b-9a7c-5e3d1b0f2a11",
        events: [
          {
            event_type: "record.created",
            id: { workspace_id: "14beef7a", object_id: "97052eb9", record_id: "bf071e1f" },
          },
        ],
      },
    },
  },
};
