import type { Samples } from "../provider";

export const samples: Samples = {
  metric_alert_monitor: {
    headers: {},
    body: {
      json: {
        body: "%%%\n@webhook-hookyard\n\nThe CPU of web-1 was over 90 % for five minutes.\n%%%",
        last_updated: "1467305325000",
        event_type: "metric_alert_monitor",
        title: "[Triggered on {host:web-1}] CPU is high",
        date: "1467305325000",
        org: { id: "11023", name: "Example" },
        id: "2138127432174812",
      },
    },
  },
};
