import type { Samples } from "../provider";

export const samples: Samples = {
  "message.created": {
    headers: {},
    body: {
      json: {
        specversion: "1.0",
        type: "message.created",
        source: "/google/emails/realtime",
        id: "mock-id",
        time: 1723821985,
        webhook_delivery_attempt: 1,
        data: { application_id: "app-1", object: { id: "msg-1", subject: "Hello" } },
      },
    },
  },
};
