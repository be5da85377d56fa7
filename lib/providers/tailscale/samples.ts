import type { Samples } from "../provider";

export const samples: Samples = {
  nodeCreated: {
    headers: {},
    body: {
      json: [
        {
          timestamp: "2022-09-21T13:37:51.658918-04:00",
          version: 1,
          type: "nodeCreated",
          tailnet: "example.com",
          message: "Node alice-laptop created",
          data: { nodeID: "n1234" },
        },
      ],
    },
  },
};
