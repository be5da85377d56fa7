import type { Samples } from "../provider";

export const samples: Samples = {
  "message.new": {
    headers: { "X-Webhook-Id": "a3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c11", "X-Api-Key": "key" },
    body: {
      json: {
        type: "message.new",
        cid: "messaging:fun",
        message: { id: "fff0d7c0-60bd-4835-833b-3843007817bf", text: "8b780762-4830-4e2a-aa43-18aabaf1732d" },
        created_at: "2020-08-27T14:32:12.321Z",
      },
    },
  },
};
