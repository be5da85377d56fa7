import type { Samples } from "../provider";

export const samples: Samples = {
  "inquiry.completed": {
    headers: {},
    body: {
      json: {
        data: {
          type: "event",
          id: "evt_XGuVXrSGpoiBP5YD5rMVkYNK",
          attributes: {
            name: "inquiry.completed",
            "created-at": "2020-02-04T22:04:50.000Z",
            payload: { data: { type: "inquiry", id: "inq_1" } },
          },
        },
      },
    },
  },
};
