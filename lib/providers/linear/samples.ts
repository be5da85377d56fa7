import type { Samples } from "../provider";

export const samples: Samples = {
  "Issue.create": {
    headers: { "Linear-Delivery": "234d1a4e-b617-4388-90fe-adc3633d6b72", "Linear-Event": "Issue" },
    body: {
      json: {
        action: "create",
        type: "Issue",
        createdAt: "2020-01-23T12:53:18.084Z",
        data: { id: "2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9", title: "Round prices once", priority: 2 },
        url: "https://linear.app/issue/LIN-1",
        webhookTimestamp: 1676056940508,
        webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
      },
    },
  },
};
