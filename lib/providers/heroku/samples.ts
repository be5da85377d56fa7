import type { Samples } from "../provider";

export const samples: Samples = {
  "api:release": {
    headers: {},
    body: {
      json: {
        action: "create",
        actor: { email: "user@example.com" },
        data: { id: "2f6b2f3c-1f64-4a1c-8a5b-0b6d5f7a1c11", version: 12 },
        resource: "release",
        webhook_metadata: {
          attempt: { id: "3b5a4e51-7f0c-4e7b-8d0e-7a0b1f2c3d11" },
          event: { id: "1d2e3f40-5a6b-4c7d-8e9f-0a1b2c3d4e11", include: "api:release" },
        },
      },
    },
  },
};
