import type { Samples } from "../provider";

export const samples: Samples = {
  created: {
    headers: {},
    body: {
      json: {
        value: [
          {
            id: "lsgTZMr9KwAAA",
            subscriptionId: "7f105c7d-2dc5-4530-97cd-4e7ae6534c07",
            subscriptionExpirationDateTime: "2019-03-20T11:00:00.0000000Z",
            clientState: "",
            changeType: "created",
            resource: "users/622eaaff-0683-4862-9de4-f2ec83c2bd98/messages/AAMkAGUwNjQ4ZjIxLTQ3Y2YtNDViMi1iZjc4",
            tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
            resourceData: {
              "@odata.type": "#Microsoft.Graph.Message",
              "@odata.id": "Users/622eaaff-0683-4862-9de4-f2ec83c2bd98/Messages/AAMkAGUwNjQ4ZjIxLTQ3Y2YtNDViMi1iZjc4",
              id: "AAMkAGUwNjQ4ZjIxLTQ3Y2YtNDViMi1iZjc4",
            },
          },
        ],
      },
    },
  },
  subscriptionRemoved: {
    headers: {},
    body: {
      json: {
        value: [
          {
            subscriptionId: "7f105c7d-2dc5-4530-97cd-4e7ae6534c07",
            subscriptionExpirationDateTime: "2019-03-20T11:00:00.0000000Z",
            tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
            clientState: "",
            lifecycleEvent: "subscriptionRemoved",
          },
        ],
      },
    },
  },
};
