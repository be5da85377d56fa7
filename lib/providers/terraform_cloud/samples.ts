import type { Samples } from "../provider";

export const samples: Samples = {
  "run:completed": {
    headers: {},
    body: {
      json: {
        payload_version: 1,
        notification_configuration_id: "nc-AeUQ2zfKZzW9TiGZ",
        run_id: "run-FwnENkvDnrpyFC7M",
        workspace_name: "storefront",
        notifications: [{ message: "Run Applied", trigger: "run:completed", run_status: "applied" }],
      },
    },
  },
};
