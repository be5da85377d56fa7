import type { Samples } from "../provider";

export const samples: Samples = {
  "conversation.user.created": {
    headers: {},
    body: {
      json: {
        type: "notification_event",
        app_id: "a86dr8yl",
        id: "notif_ccd8a4d0-f965-11e3-a367-c779cae3e1b3",
        topic: "conversation.user.created",
        created_at: 1392731331,
        data: { type: "notification_event_data", item: { type: "conversation", id: "147" } },
      },
    },
  },
};
