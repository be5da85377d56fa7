import type { Samples } from "../provider";

export const samples: Samples = {
  "charge_invoice.paid": {
    headers: {},
    body: {
      json: {
        id: "qa9b1s5ufrsk",
        object_type: "charge_invoice",
        site_id: "qa1b2c3d4e5f",
        event_type: "paid",
        event_time: "2023-08-21T17:09:15Z",
        uuid: "6a4a0a5e3d0b4c9a8f6f5a4b3c2d1e0f",
        invoice_number: "1001",
      },
    },
  },
};
