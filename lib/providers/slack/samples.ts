import type { Samples } from "../provider";

export const samples: Samples = {
  app_mention: {
    headers: {},
    body: {
      json: {
        token: "XXYYZZ",
        team_id: "T123ABC456",
        api_app_id: "A123ABC456",
        event: {
          type: "app_mention",
          user: "U123ABC456",
          text: "What is the hour of the pearl, <@U0LAN0Z89>?",
          ts: "1515449522.000016",
          channel: "C123ABC456",
        },
        type: "event_callback",
        event_id: "Ev123ABC456",
        event_time: 1515449522000,
      },
    },
  },
};
