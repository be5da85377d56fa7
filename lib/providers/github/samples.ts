import type { Samples } from "../provider";

export const samples: Samples = {
  ping: {
    headers: { "X-GitHub-Event": "ping", "X-GitHub-Delivery": "00000000-0000-4000-8000-000000000001" },
    body: { json: { zen: "Keep it logically awesome.", hook_id: 1001 } },
  },
  push: {
    headers: { "X-GitHub-Event": "push", "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958" },
    body: {
      json: {
        ref: "refs/heads/main",
        before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
        after: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
        repository: { id: 1296269, full_name: "octo-org/storefront", private: false },
        pusher: { name: "octocat", email: "octocat@example.com" },
        commits: [
          {
            id: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
            message: "Round prices once",
            added: [],
            modified: ["price.ts"],
          },
        ],
      },
    },
  },
};
