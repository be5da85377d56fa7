import type { Samples } from "../provider";

export const samples: Samples = {
  "zen:event-type:user.created": {
    headers: { "X-Zendesk-Webhook-Invocation-Id": "01FN2QWBTM6QZ8C9V4B9E7SYZA" },
    body: {
      json: {
        account_id: 22129848,
        detail: { id: "6596848315901", email: "user@example.com", role: "end-user" },
        event: {},
        id: "cbe4028c-7239-495d-b020-f22348516046",
        subject: "zen:user:6596848315901",
        time: "2022-08-22T17:57:11.021Z",
        type: "zen:event-type:user.created",
        zendesk_event_version: "2022-06-20",
      },
    },
  },
};
