import type { Samples } from "../provider";

export const samples: Samples = {
  delivered: {
    headers: { "I-Twilio-Idempotency-Token": "0f4ac81d-6f0c-4a8e-a8e7-4b9d0f8d3c11" },
    body: {
      form: {
        AccountSid: "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        From: "+15017250604",
        MessageSid: "SMXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        MessageStatus: "delivered",
        To: "+15558675310",
      },
    },
  },
  received: {
    headers: { "I-Twilio-Idempotency-Token": "0f4ac81d-6f0c-4a8e-a8e7-4b9d0f8d3c12" },
    body: { json: { SmsStatus: "received", MessageSid: "SMXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", Body: "hello" } },
  },
};
