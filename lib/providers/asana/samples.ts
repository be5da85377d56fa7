import type { Samples } from "../provider";

const USER = { gid: "1123", resource_type: "user" };

export const samples: Samples = {
  "task.changed": {
    headers: {},
    body: {
      json: {
        events: [
          {
            user: USER,
            created_at: "2026-03-14T09:26:53.589Z",
            action: "changed",
            resource: { gid: "1209876543210001", resource_type: "task", resource_subtype: "default_task" },
            parent: null,
            change: { field: "assignee", action: "changed", new_value: { gid: "1124", resource_type: "user" } },
          },
        ],
      },
    },
  },
  "story.added": {
    headers: {},
    body: {
      json: {
        events: [
          {
            user: USER,
            created_at: "2026-03-14T09:27:10.112Z",
            action: "added",
            resource: { gid: "1209876543210002", resource_type: "story", resource_subtype: "comment_added" },
            parent: { gid: "1209876543210001", resource_type: "task", resource_subtype: "default_task" },
          },
        ],
      },
    },
  },
};
