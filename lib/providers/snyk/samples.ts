import type { Samples } from "../provider";

export const samples: Samples = {
  "project_snapshot/v0": {
    headers: { "X-Snyk-Event": "project_snapshot/v0", "X-Snyk-Transport-ID": "998fe884-18a0-45db-8ae0-e379eea3bc0a" },
    body: {
      json: {
        project: { id: "1b0b7e3f-3c1c-4a53-8f0d-5a6b7c8d9e11", name: "storefront" },
        org: { name: "My Org" },
        newIssues: [],
        removedIssues: [],
      },
    },
  },
};
