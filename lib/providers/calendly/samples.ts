import type { Samples } from "../provider";

export const samples: Samples = {
  "invitee.created": {
    headers: {},
    body: {
      json: {
        event: "invitee.created",
        created_at: "2020-11-23T17:51:19.000000Z",
        created_by: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA",
        payload: {
          email: "test@example.com",
          name: "John Doe",
          status: "active",
          uri: "https://api.calendly.com/scheduled_events/AAAA/invitees/BBBB",
        },
      },
    },
  },
};
