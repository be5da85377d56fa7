import type { Samples } from "../provider";

export const samples: Samples = {
  subscription_created: {
    headers: {},
    body: {
      json: {
        id: "ev_16BHbhF4s42tO2lK",
        occurred_at: 1454498401,
        source: "admin_console",
        object: "event",
        api_version: "v2",
        content: { subscription: { id: "16BHbhF4s42tNwlG", status: "active", object: "subscription" } },
        event_type: "subscription_created",
        webhook_status: "scheduled",
      },
    },
  },
};
