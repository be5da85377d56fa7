import type { Samples } from "../provider";

export const samples: Samples = {
  "flag.updateOn": {
    headers: {},
    body: {
      json: {
        _id: "5dd5a0f4c5b2d30813a5c0c2",
        kind: "flag",
        name: "New checkout",
        accesses: [{ action: "updateOn", resource: "proj/default:env/production:flag/new-checkout" }],
        titleVerb: "turned on the flag",
      },
    },
  },
};
