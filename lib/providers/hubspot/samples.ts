import type { Samples } from "../provider";

export const samples: Samples = {
  "contact.creation": {
    headers: {},
    body: {
      json: [
        {
          eventId: 1,
          subscriptionId: 12345,
          portalId: 62515,
          appId: 54321,
          occurredAt: 1567173265241,
          subscriptionType: "contact.creation",
          attemptNumber: 0,
          objectId: 123,
        },
      ],
    },
  },
};
