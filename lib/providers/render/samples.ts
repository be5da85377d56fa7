import type { Samples } from "../provider";

export const samples: Samples = {
  deploy_ended: {
    headers: {},
    body: {
      json: {
        type: "deploy_ended",
        timestamp: "2025-01-21T01:52:21.500Z",
        data: {
          id: "evj-cu7m0l88fa8c73fcgnn0",
          serviceId: "srv-cph1rs3idesc73a2b2mg",
          serviceName: "storefront",
          status: "succeeded",
        },
      },
    },
  },
};
