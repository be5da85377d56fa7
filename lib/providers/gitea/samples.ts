import type { Samples } from "../provider";

export const samples: Samples = {
  push: {
    headers: { "X-Gitea-Event": "push", "X-Gitea-Delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473" },
    body: {
      json: {
        ref: "refs/heads/develop",
        before: "28e1879d029cb852e4844d9c718537df08844e03",
        after: "bffeb74224043ba2feb48d137756c8a9331c449a",
        repository: { id: 140, full_name: "gitea/webhooks" },
      },
    },
  },
};
