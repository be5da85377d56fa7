import type { Samples } from "../provider";

export const samples: Samples = {
  tweet_create_events: {
    headers: {},
    body: {
      json: {
        for_user_id: "2244994945",
        tweet_create_events: [{ id_str: "1050118621198921728", text: "größer 🎉", user: { screen_name: "example" } }],
      },
    },
  },
  follow_events: {
    headers: {},
    body: {
      json: {
        for_user_id: "2244994945",
        follow_events: [{ type: "follow", created_timestamp: "1517588749178", source: { id: "3001969357" } }],
      },
    },
  },
};
