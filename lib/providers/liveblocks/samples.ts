import type { Samples } from "../provider";

export const samples: Samples = {
  storageUpdated: {
    headers: {},
    body: {
      json: {
        type: "storageUpdated",
        data: { roomId: "my-room-id", projectId: "my-project-id", updatedAt: "2021-10-06T01:45:56.558Z" },
      },
    },
  },
};
