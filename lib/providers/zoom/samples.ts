import type { Samples } from "../provider";

export const samples: Samples = {
  "meeting.started": {
    headers: {},
    body: {
      json: {
        event: "meeting.started",
        event_ts: 1626230691572,
        payload: {
          account_id: "AAAAAABBBB",
          object: {
            id: "1234567890",
            uuid: "4444AAAiAAAAAiAiAiiAii==",
            topic: "My Meeting",
            type: 2,
            start_time: "2021-07-13T21:44:51Z",
          },
        },
      },
    },
  },
};
