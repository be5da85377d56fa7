import type { Samples } from "../provider";

export const samples: Samples = {
  FORM_RESPONSE: {
    headers: {},
    body: {
      json: {
        eventId: "a4cb511e-d513-4fa5-baee-b815d718dfd1",
        eventType: "FORM_RESPONSE",
        createdAt: "2023-06-28T15:00:21.889Z",
        data: { responseId: "2wgx4n", formId: "VwbNEw", fields: [] },
      },
    },
  },
};
