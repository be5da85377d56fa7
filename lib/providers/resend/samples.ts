import type { Samples } from "../provider";

export const samples: Samples = {
  "email.delivered": {
    headers: {},
    body: {
      json: {
        type: "email.delivered",
        created_at: "2024-02-22T23:41:12.126Z",
        data: {
          email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
          from: "Acme <onboarding@example.com>",
          to: ["delivered@example.com"],
          subject: "Sending this example",
        },
      },
    },
  },
  "email.bounced": {
    headers: {},
    body: {
      json: {
        type: "email.bounced",
        created_at: "2024-11-22T23:41:12.126Z",
        data: {
          email_id: "56761188-7520-42d8-8898-ff6fc54ce619",
          to: ["bounced@example.com"],
          bounce: { type: "Permanent" },
        },
      },
    },
  },
};
