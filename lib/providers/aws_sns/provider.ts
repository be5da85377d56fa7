import { type Provider, step } from "../provider";
import { body, type OwnUrls } from "../scheme";

/** The service's own hosts, one for each region. */
const HOST = "sns\\.[a-z]{2}(?:-[a-z]+)+-\\d\\.amazonaws\\.com(?:\\.cn)?";

const CONFIRM: OwnUrls = { host: HOST, path: "/" };

export const provider: Provider = {
  title: "Amazon SNS",
  alsoCalled: ["AWS", "simple notification service", "topic", "CloudWatch alarms", "SES", "S3"],
  docs: {
    signature: "https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html",
    challenge: "https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.prepare.html",
    eventType: "https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html",
    idempotencyKeys: "https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html",
    setUp: "https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html",
  },
  secret: {
    label: "Topic ARN",
    where: "On the topic's page. Amazon signs for every topic of everybody, so only this one is taken.",
  },
  scheme: {
    kind: "certificate",
    signature: body("Signature"),
    certificate: {
      url: body("SigningCertURL"),
      from: { host: HOST, path: "/SimpleNotificationService-[\\da-f]+\\.pem" },
      // The name is sns.amazonaws.com in most regions; those that one opts in to, China and governments have one of their own.
      names: "sns(?:-signing)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\\d)?\\.amazonaws\\.com(?:\\.cn)?",
    },
    hash: { at: body("SignatureVersion"), named: { 1: "SHA1", 2: "SHA256" } },
    // A notification has no token and no URL to subscribe, and those have no subject.
    signed:
      "{line:Message}{line:MessageId}{line:SubscribeURL}{line:Subject}{line:Timestamp}{line:Token}{line:TopicArn}{line:Type}",
    timestamp: null,
    id: null,
    // The last of the signed lines: with any other text in it a message could pass for one of another topic.
    expected: [{ at: body("Type"), texts: ["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"] }],
    secretAt: body("TopicArn"),
  },
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [{ at: body("Type"), is: { text: "SubscriptionConfirmation" } }],
      question: null,
      verifyToken: null,
      proof: null,
      visit: { url: body("SubscribeURL"), of: CONFIRM },
      answer: { type: "empty", status: 200 },
    },
  ],
  eventType: [[body("Type")]],
  idempotencyKeys: ["request.body.MessageId"],
  steps: [
    step("In the console of Amazon SNS open the topic. Its ARN goes into the field Topic ARN here."),
    step("Save the source here first: Amazon asks the address as soon as it is subscribed."),
    step("Create a subscription with the protocol HTTPS. Endpoint", "url"),
    step("Leave raw message delivery off: raw messages are not signed."),
    step("Create the subscription. Hookyard checks Amazon's signature and confirms it by itself."),
  ],
};
