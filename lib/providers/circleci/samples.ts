import type { Samples } from "../provider";

export const samples: Samples = {
  "workflow-completed": {
    headers: {},
    body: {
      json: {
        id: "3888f21b-eaa7-38e3-8f3d-75a63bba8895",
        type: "workflow-completed",
        happened_at: "2021-09-01T22:49:34.317Z",
        webhook: { id: "cf8c4fdd-0587-4da1-b4ca-4846e9640af9", name: "Sample Webhook" },
        workflow: { id: "fda08377-fe7e-46b1-8992-3a7aaecac9c3", name: "build-test-deploy", status: "success" },
      },
    },
  },
};
