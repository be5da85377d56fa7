import type { Samples } from "../provider";

export const samples: Samples = {
  "link.created": {
    headers: {},
    body: {
      json: {
        id: "evt_KleiO4wqdeQ4UzBUyWaGpZq5W",
        event: "link.created",
        createdAt: "2024-08-26T16:41:52.346Z",
        data: { id: "cm0faqkyn0001txvfwjfeq6gl", domain: "dub.sh", key: "NlLg2Fv" },
      },
    },
  },
};
