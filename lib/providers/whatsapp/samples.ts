import type { Samples } from "../provider";

export const samples: Samples = {
  messages: {
    headers: {},
    body: {
      json: {
        object: "whatsapp_business_account",
        entry: [
          {
            id: "102290129340398",
            changes: [
              {
                value: {
                  messaging_product: "whatsapp",
                  metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
                  messages: [
                    {
                      from: "16505551234",
                      id: "wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA=",
                      timestamp: "1749416383",
                      type: "text",
                      text: { body: "Does it come in another color?" },
                    },
                  ],
                },
                field: "messages",
              },
            ],
          },
        ],
      },
    },
  },
};
