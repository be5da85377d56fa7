import type { Samples } from "../provider";

export const samples: Samples = {
  "dsync.user.created": {
    headers: {},
    body: {
      json: {
        id: "event_01FKJ843CVE8F7BXQSPFH0M53V",
        event: "dsync.user.created",
        data: { id: "directory_user_01E1X1B89NH8Z3SDFJR4H7RGX7", state: "active", email: "eric@example.com" },
        created_at: "2021-06-25T19:07:33.155Z",
      },
    },
  },
};
