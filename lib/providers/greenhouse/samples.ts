import type { Samples } from "../provider";

export const samples: Samples = {
  candidate_stage_change: {
    headers: { "Greenhouse-Event-ID": "2152" },
    body: {
      json: {
        action: "candidate_stage_change",
        payload: { application: { id: 265277, status: "active", current_stage: { id: 71416, name: "Assessment" } } },
      },
    },
  },
};
