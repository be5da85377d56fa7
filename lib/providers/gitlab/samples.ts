import type { Samples } from "../provider";

export const samples: Samples = {
  push: {
    headers: { "X-Gitlab-Event": "Push Hook", "Idempotency-Key": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f" },
    body: {
      json: {
        object_kind: "push",
        event_name: "push",
        ref: "refs/heads/main",
        checkout_sha: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
        user_username: "jsmith",
        project: { id: 15, path_with_namespace: "mike/diaspora" },
        total_commits_count: 1,
      },
    },
  },
  merge_request: {
    headers: { "X-Gitlab-Event": "Merge Request Hook", "Idempotency-Key": "0f3b3df2-93a4-4e0a-9d0e-0f5f6f3a8f11" },
    body: {
      json: {
        object_kind: "merge_request",
        event_type: "merge_request",
        object_attributes: { iid: 1, action: "open", title: "Round prices once" },
      },
    },
  },
};
