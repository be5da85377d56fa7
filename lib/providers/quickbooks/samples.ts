import type { Samples } from "../provider";

export const samples: Samples = {
  "Customer.Create": {
    headers: {},
    body: {
      json: {
        eventNotifications: [
          {
            realmId: "1185883450",
            dataChangeEvent: {
              entities: [{ name: "Customer", id: "1", operation: "Create", lastUpdated: "2015-10-05T14:42:19-0700" }],
            },
          },
        ],
      },
    },
  },
};
