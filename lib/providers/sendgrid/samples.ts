import type { Samples } from "../provider";

export const samples: Samples = {
  delivered: {
    headers: {},
    body: {
      json: [
        {
          email: "example@test.com",
          timestamp: 1513299569,
          "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
          event: "delivered",
          category: "cat facts",
          sg_event_id: "ZGVsaXZlcmVkLTAtMTAwMDAwMDAwMQ",
          sg_message_id: "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
          response: "250 OK",
        },
      ],
    },
  },
};
