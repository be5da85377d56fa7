import type { Samples } from "../provider";

export const samples: Samples = {
  health_check_status_notification: {
    headers: {},
    body: {
      json: {
        name: "Origin down",
        text: "Origin is unhealthy",
        data: { status: "Unhealthy", expected_codes: "200" },
        ts: 1664375262,
        account_id: "a1",
        policy_id: "p1",
        alert_type: "health_check_status_notification",
      },
    },
  },
};
