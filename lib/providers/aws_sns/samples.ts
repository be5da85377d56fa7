import type { Samples } from "../provider";

const TOPIC = "arn:aws:sns:us-west-2:123456789012:MyTopic";
const CERTIFICATE =
  "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem";

export const samples: Samples = {
  Notification: {
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      "x-amz-sns-message-type": "Notification",
      "x-amz-sns-message-id": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
      "x-amz-sns-topic-arn": TOPIC,
    },
    body: {
      json: {
        Type: "Notification",
        MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
        TopicArn: TOPIC,
        Subject: "My First Message",
        Message: "Hello world!",
        Timestamp: "2012-05-02T00:54:06.655Z",
        SignatureVersion: "1",
        SigningCertURL: CERTIFICATE,
        UnsubscribeURL: `https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${TOPIC}:c9135db0-26c4-47ec-8998-413945fb5a96`,
      },
    },
  },
  UnsubscribeConfirmation: {
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      "x-amz-sns-message-type": "UnsubscribeConfirmation",
      "x-amz-sns-message-id": "47138184-6831-46b8-8f7c-afc488602d7d",
      "x-amz-sns-topic-arn": TOPIC,
    },
    body: {
      json: {
        Type: "UnsubscribeConfirmation",
        MessageId: "47138184-6831-46b8-8f7c-afc488602d7d",
        Token: "2336412f37fb687f5d51e6e2425dacbbaa",
        TopicArn: TOPIC,
        Message: `You have chosen to deactivate subscription ${TOPIC}:2bcfbf39-05c3-41de-beaa-fcfcc21c8f55.`,
        SubscribeURL: `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37fb687f5d51e6e2425dacbbaa`,
        Timestamp: "2012-04-26T20:06:41.581Z",
        SignatureVersion: "2",
        SigningCertURL: CERTIFICATE,
      },
    },
  },
};
