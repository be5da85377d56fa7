import type { Samples } from "../provider";

export const samples: Samples = {
  "message.received": {
    headers: {},
    body: {
      json: {
        data: {
          event_type: "message.received",
          id: "b301ed3f-1490-491f-995f-6e64e69674d4",
          occurred_at: "2019-12-09T20:16:07.588Z",
          payload: { direction: "inbound", id: "84cca175-9755-4859-b67f-4730d7f58aa3", text: "Hello from Telnyx!" },
          record_type: "event",
        },
        meta: { attempt: 1, delivered_to: "https://example.com/webhooks" },
      },
    },
  },
};
