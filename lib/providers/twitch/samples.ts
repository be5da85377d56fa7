import type { Samples } from "../provider";

export const samples: Samples = {
  "channel.follow": {
    headers: {
      "Twitch-Eventsub-Message-Type": "notification",
      "Twitch-Eventsub-Subscription-Type": "channel.follow",
      "Twitch-Eventsub-Subscription-Version": "2",
    },
    body: {
      json: {
        subscription: {
          id: "f1c2a387-161a-49f9-a165-0f21d7a4e1c4",
          status: "enabled",
          type: "channel.follow",
          version: "2",
        },
        event: {
          user_id: "1337",
          user_login: "awesome_user",
          broadcaster_user_id: "12826",
          followed_at: "2020-07-15T18:16:11.17106713Z",
        },
      },
    },
  },
};
