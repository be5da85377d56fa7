import type { Samples } from "../provider";

export const samples: Samples = {
  "jira:issue_updated": {
    headers: { "X-Atlassian-Webhook-Identifier": "6a1f5d4c-0c5b-4c43-8f0d-7c6f0b0a4f11" },
    body: {
      json: {
        timestamp: 1525698237764,
        webhookEvent: "jira:issue_updated",
        issue_event_type_name: "issue_generic",
        user: { accountId: "99:27935d01-92a7-4687-8272-a9b8d3b2ae2e", displayName: "Bryan" },
        issue: {
          id: "99291",
          key: "JRA-20002",
          fields: { summary: "I feel the need for speed", priority: { name: "Medium" } },
        },
      },
    },
  },
};
