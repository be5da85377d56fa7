import type { Samples } from "../provider";

export const samples: Samples = {
  "user.lifecycle.create": {
    headers: {},
    body: {
      json: {
        eventType: "com.okta.event_hook",
        eventTypeVersion: "1.0",
        cloudEventsVersion: "0.1",
        eventId: "b5a188b9-5ece-4636-b041-482ffda96311",
        eventTime: "2019-03-27T16:59:53.032Z",
        data: {
          events: [
            {
              uuid: "f790999f-fe87-467a-9880-6982a583986c",
              published: "2018-03-28T22:23:07.777Z",
              eventType: "user.lifecycle.create",
              severity: "INFO",
              actor: { type: "User", alternateId: "admin@example.com" },
            },
          ],
        },
      },
    },
  },
};
