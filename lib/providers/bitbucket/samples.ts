import type { Samples } from "../provider";

export const samples: Samples = {
  "repo:push": {
    headers: { "X-Event-Key": "repo:push", "X-Request-UUID": "c3f8c7a1-4a0c-4a51-8a59-b0e7f3a5f1a0" },
    body: {
      json: {
        actor: { display_name: "Emma", type: "user" },
        repository: { full_name: "team/storefront", type: "repository" },
        push: { changes: [{ "new": { type: "branch", name: "main" } }] },
      },
    },
  },
  "pullrequest:created": {
    headers: { "X-Event-Key": "pullrequest:created", "X-Request-UUID": "c3f8c7a1-4a0c-4a51-8a59-b0e7f3a5f1a1" },
    body: {
      json: {
        actor: { display_name: "Emma" },
        pullrequest: { id: 12, title: "Round prices once", state: "OPEN" },
        repository: { full_name: "team/storefront" },
      },
    },
  },
};
