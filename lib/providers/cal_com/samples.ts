import type { Samples } from "../provider";

export const samples: Samples = {
  BOOKING_CREATED: {
    headers: {},
    body: {
      json: {
        triggerEvent: "BOOKING_CREATED",
        createdAt: "2023-05-24T09:30:00.538Z",
        payload: {
          type: "60min",
          title: "60min between Pro and John",
          startTime: "2023-05-25T09:30:00Z",
          uid: "bFJeNb2uX8ANpT3JL5EfXw",
        },
      },
    },
  },
};
