import type { Samples } from "../provider";

export const samples: Samples = {
  AUTHORISATION: {
    headers: {},
    body: {
      json: {
        live: "false",
        notificationItems: [
          {
            NotificationRequestItem: {
              additionalData: { hmacSignature: "", cardSummary: "1111" },
              amount: { currency: "EUR", value: 1130 },
              eventCode: "AUTHORISATION",
              eventDate: "2025-01-30T12:26:25+01:00",
              merchantAccountCode: "TestMerchant",
              merchantReference: "TestPayment-1407325143704",
              paymentMethod: "visa",
              pspReference: "7914073381342284",
              reason: "",
              success: "true",
            },
          },
        ],
      },
    },
  },
  CAPTURE: {
    headers: {},
    body: {
      json: {
        live: "false",
        notificationItems: [
          {
            NotificationRequestItem: {
              additionalData: { hmacSignature: "" },
              amount: { currency: "EUR", value: 1130 },
              eventCode: "CAPTURE",
              eventDate: "2025-01-30T13:02:11+01:00",
              merchantAccountCode: "TestMerchant",
              merchantReference: "TestPayment-1407325143704",
              originalReference: "7914073381342284",
              pspReference: "8825408195409505",
              reason: "",
              success: "true",
            },
          },
        ],
      },
    },
  },
};
