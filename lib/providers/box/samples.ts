import type { Samples } from "../provider";

export const samples: Samples = {
  "FILE.UPLOADED": {
    headers: { "BOX-DELIVERY-ID": "f96bb54b-ee16-4fc5-aa65-8c2d9e5b546f" },
    body: {
      json: {
        type: "webhook_event",
        id: "0f10ffe1-21a9-4b56-9d3f-2a6a8a2f8f11",
        created_at: "2016-05-18T11:30:02-07:00",
        trigger: "FILE.UPLOADED",
        webhook: { id: "114165", type: "webhook" },
        source: { id: "73835521473", type: "file", name: "test.png" },
      },
    },
  },
};
