import type { Samples } from "../provider";

export const samples: Samples = {
  "video.asset.ready": {
    headers: {},
    body: {
      json: {
        type: "video.asset.ready",
        id: "3a56ac3d-33da-4366-855b-f592d898409d",
        created_at: "2018-11-14T22:19:29.000000Z",
        environment: { name: "Production", id: "j0863n" },
        object: { type: "asset", id: "0201p02fGKPE7MrbC269XRD7LpcHhrmbu0002" },
        data: { status: "ready", duration: 3.66667 },
      },
    },
  },
};
