import type { Samples } from "../provider";

export const samples: Samples = {
  "response.completed": {
    headers: {},
    body: {
      json: {
        object: "event",
        id: "evt_685343a1381c819085d44c354e1b330e",
        type: "response.completed",
        created_at: 1750287018,
        data: { id: "resp_abc123" },
      },
    },
  },
  "batch.completed": {
    headers: {},
    body: {
      json: {
        object: "event",
        id: "evt_685343a1381c819085d44c354e1b330f",
        type: "batch.completed",
        created_at: 1750287019,
        data: { id: "batch_abc123" },
      },
    },
  },
};
