import type { Samples } from "../provider";

export const samples: Samples = {
  taskCreated: {
    headers: {},
    body: {
      json: {
        event: "taskCreated",
        history_items: [{ id: "2800763136717140857", type: 1, field: "status" }],
        task_id: "1vj37mc",
        webhook_id: "7fa3ec74-69a8-4530-a251-8a13730bd204",
      },
    },
  },
};
