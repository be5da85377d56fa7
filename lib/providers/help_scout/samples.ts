import type { Samples } from "../provider";

export const samples: Samples = {
  "convo.assigned": {
    headers: { "X-HelpScout-Event": "convo.assigned" },
    body: { json: { id: 2391938111, type: "email", number: 349, status: "active", subject: "I need help!" } },
  },
};
