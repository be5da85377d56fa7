import { expect, it } from "vitest";
import { UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";
import { NEW_SUBSCRIPTION, toSubscriptionInput } from "./subscription-values";

it("sends every field of a subscription that /v1 accepts", () => {
  const sent = Object.keys(toSubscriptionInput(NEW_SUBSCRIPTION, { isIncoming: true })).sort();
  expect(sent).toEqual(Object.keys(UpdateSubscription.shape).sort());
});

it("removes what is switched off", () => {
  expect(toSubscriptionInput(NEW_SUBSCRIPTION, { isIncoming: true })).toMatchObject({
    retry_config: null,
    rate_limit_config: null,
    alert_config: null,
    function: null,
  });
});
