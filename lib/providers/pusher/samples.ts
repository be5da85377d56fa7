import type { Samples } from "../provider";

export const samples: Samples = {
  channel_occupied: {
    headers: { "X-Pusher-Key": "278d425bdf160c739803" },
    body: { json: { time_ms: 1327078148132, events: [{ name: "channel_occupied", channel: "test_channel" }] } },
  },
};
