import type { Samples } from "../provider";

export const samples: Samples = {
  message: {
    headers: {},
    body: {
      json: {
        destination: "xxxxxxxxxx",
        events: [
          {
            type: "message",
            message: { type: "text", id: "14353798921116", text: "Hello, world" },
            timestamp: 1625665242211,
            source: { type: "user", userId: "U80696558e1aa831" },
            replyToken: "757913772c4646b784d4b7ce46d12671",
            mode: "active",
            webhookEventId: "01FZ74A0TDDPYRVKNK77XKC3ZR",
            deliveryContext: { isRedelivery: false },
          },
        ],
      },
    },
  },
};
