import type { Samples } from "../provider";

export const samples: Samples = {
  "incident.triggered": {
    headers: { "X-Webhook-Id": "PV7WZ2Q" },
    body: {
      json: {
        event: {
          id: "01BRDOMC6JSI6NZZ1VMZKAMPHD",
          event_type: "incident.triggered",
          resource_type: "incident",
          occurred_at: "2020-10-02T18:45:22.169Z",
          agent: null,
          client: { name: "PagerDuty" },
          data: { id: "PGR0VU2", type: "incident", number: 2, status: "triggered", title: "Checkout answers 500" },
        },
      },
    },
  },
};
