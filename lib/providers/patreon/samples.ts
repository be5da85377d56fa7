import type { Samples } from "../provider";

export const samples: Samples = {
  "members:create": {
    headers: { "X-Patreon-Event": "members:create" },
    body: {
      json: {
        data: {
          attributes: { full_name: "Platform Team", patron_status: null },
          id: "03ca69c3-ebea-4b9a-8fac-e4a837873254",
          type: "member",
        },
      },
    },
  },
};
