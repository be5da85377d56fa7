import type { Samples } from "../provider";

export const samples: Samples = {
  "deployment.created": {
    headers: {},
    body: {
      json: {
        id: "uev_0Jc2kLZ3vDqv6gZ1bmXq7yPk",
        type: "deployment.created",
        createdAt: 1717171717171,
        region: "fra1",
        payload: {
          team: { id: "team_a1" },
          deployment: { id: "dpl_a1", name: "storefront", url: "storefront-a1.example.com" },
          project: { id: "prj_a1" },
        },
      },
    },
  },
};
