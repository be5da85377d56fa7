import type { Samples } from "../provider";

export const samples: Samples = {
  "issue.created": {
    headers: { "Sentry-Hook-Resource": "issue", "Request-ID": "a4a7b4a5-2d8b-4f1e-9f0d-3a2f8d6f1c11" },
    body: {
      json: {
        action: "created",
        installation: { uuid: "a8e5d37a-696c-4c54-adb5-b3f28d64c7de" },
        data: {
          issue: {
            id: "1170820242",
            shortId: "IPE-1",
            title: "ReferenceError: heck is not defined",
            level: "error",
            status: "unresolved",
          },
        },
        actor: { type: "application", id: "sentry", name: "Sentry" },
      },
    },
  },
};
