import type { Samples } from "../provider";

/** In XML `<kind>` names the type of each. */
const toPayload = (kind: string, subject: string) =>
  `${btoa(`<notification><kind>${kind}</kind><timestamp type="datetime">2025-01-30T12:26:25Z</timestamp><subject>${subject}</subject></notification>`)}\n`;

const SUBSCRIPTION =
  '<subscription><id>sub-1</id><status>Past Due</status><transactions type="array"/><add-ons type="array"/><discounts type="array"/></subscription>';

export const samples: Samples = {
  subscription_went_past_due: {
    headers: {},
    body: { form: { bt_signature: "", bt_payload: toPayload("subscription_went_past_due", SUBSCRIPTION) } },
  },
  check: {
    headers: {},
    body: { form: { bt_signature: "", bt_payload: toPayload("check", '<check type="boolean">true</check>') } },
  },
};
