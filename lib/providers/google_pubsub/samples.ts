import type { Samples } from "../provider";

export const samples: Samples = {
  OBJECT_FINALIZE: {
    headers: {},
    body: {
      json: {
        deliveryAttempt: 1,
        message: {
          attributes: { bucketId: "my-bucket", eventType: "OBJECT_FINALIZE", objectId: "picture.png" },
          data: "SGVsbG8gQ2xvdWQgUHViL1N1YiE=",
          messageId: "2070443601311540",
          message_id: "2070443601311540",
          publishTime: "2021-02-26T19:13:55.749Z",
          publish_time: "2021-02-26T19:13:55.749Z",
        },
        subscription: "projects/myproject/subscriptions/mysubscription",
      },
    },
  },
};
