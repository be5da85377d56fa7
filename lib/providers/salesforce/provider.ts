import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Salesforce Data 360",
  alsoCalled: ["Data Cloud", "data action target", "Customer Data Platform", "CDP", "CRM"],
  docs: {
    signature:
      "https://developer.salesforce.com/docs/data/data-cloud-int/references/webhook-data-action-targets/c360a-api-validating-the-signature.html",
    eventType:
      "https://developer.salesforce.com/docs/atlas.en-us.platform_events.meta/platform_events/sforce_api_objects_dataobjectdatachgevent.htm",
    setUp: "https://help.salesforce.com/s/articleView?id=data.c360_a_create_a_data_action_target_of_webhook_type.htm",
  },
  secret: {
    label: "Secret key",
    where: "Generated on the page of the data action target. A new one takes up to 15 minutes to be used.",
  },
  scheme: plainHmac("x-signature", { encoding: "base64" }),
  challenges: [],
  // A request may have events of several actions: a type is told where all are of one.
  eventType: [[body("events.*.ActionDeveloperName"), body("events.*.EventPrompt")]],
  idempotencyKeys: [],
  steps: [
    step("In Data 360 open Data Action Targets, New, and choose Webhook. URL", "url"),
    step("Save, then generate the secret key: without one nothing is sent. It goes into the field Secret key here."),
    step("Create a data action that has this target, and activate it."),
  ],
};
