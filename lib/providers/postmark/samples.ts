import type { Samples } from "../provider";

export const samples: Samples = {
  Delivery: {
    headers: {},
    body: {
      json: {
        MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
        Recipient: "john@example.com",
        DeliveredAt: "2019-11-05T16:33:54.9070259Z",
        Tag: "welcome-email",
        ServerID: 23,
        RecordType: "Delivery",
        MessageStream: "outbound",
      },
    },
  },
  Bounce: {
    headers: {},
    body: {
      json: {
        RecordType: "Bounce",
        MessageStream: "outbound",
        ID: 692560173,
        Type: "HardBounce",
        TypeCode: 1,
        MessageID: "2c1b63fe-43f2-4db5-91b0-8bdfa44a9316",
        Email: "arthur@example.com",
      },
    },
  },
};
