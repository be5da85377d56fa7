import type { Samples } from "../provider";

export const samples: Samples = {
  APPLICATION_AUTHORIZED: {
    headers: {},
    body: {
      json: {
        version: 1,
        application_id: "1234560123453231555",
        type: 1,
        event: {
          type: "APPLICATION_AUTHORIZED",
          timestamp: "2024-10-18T14:42:53.064834",
          data: {
            integration_type: 1,
            scopes: ["applications.commands"],
            user: { id: "80351110224678912", username: "Nelly" },
          },
        },
      },
    },
  },
};
