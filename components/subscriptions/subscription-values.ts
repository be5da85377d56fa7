import {
  findPairErrors,
  NO_REFERENCES,
  type ReferenceValues,
  toReferenceInput,
  toReferenceValues,
} from "@/components/references/reference-values";
import {
  findFilterConfigErrors,
  readFilterText,
  readPatterns,
  toFilterText,
} from "@/components/subscriptions/filter-text";
import type { FieldError } from "@/lib/kernel/errors";
import type { RetryStrategy } from "@/lib/kernel/vocabulary";
import type { Subscription, UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";

/** The values of the form's fields, under the API's names; event types and the filter as text. */
export type SubscriptionValues = ReferenceValues & {
  name: string;
  source_id: string;
  endpoint_id: string;
  filter_config: { event_types: string; filter: string };
  hasRetry: boolean;
  retry_config: { type: RetryStrategy; duration: number; retry_count: number };
  hasRateLimit: boolean;
  rate_limit_config: { count: number; duration: number };
  hasAlert: boolean;
  alert_config: { count: number; threshold: string };
  /** Empty for none. */
  function: string;
};

export const NEW_SUBSCRIPTION: SubscriptionValues = {
  ...NO_REFERENCES,
  name: "",
  source_id: "",
  endpoint_id: "",
  filter_config: { event_types: "*", filter: "" },
  hasRetry: false,
  retry_config: { type: "exponential", duration: 10, retry_count: 10 },
  hasRateLimit: false,
  rate_limit_config: { count: 100, duration: 60 },
  hasAlert: false,
  alert_config: { count: 5, threshold: "5m" },
  function: "",
};

export function toSubscriptionValues(subscription: Subscription): SubscriptionValues {
  const { event_types, filter } = subscription.filter_config;
  return {
    ...toReferenceValues(subscription),
    name: subscription.name,
    source_id: subscription.source_metadata?.uid ?? "",
    endpoint_id: subscription.endpoint_metadata?.uid ?? "",
    filter_config: { event_types: event_types.join("\n"), filter: toFilterText(filter) },
    hasRetry: subscription.retry_config !== null,
    retry_config: subscription.retry_config ?? NEW_SUBSCRIPTION.retry_config,
    hasRateLimit: subscription.rate_limit_config !== null,
    rate_limit_config: subscription.rate_limit_config ?? NEW_SUBSCRIPTION.rate_limit_config,
    hasAlert: subscription.alert_config !== null,
    alert_config: subscription.alert_config ?? NEW_SUBSCRIPTION.alert_config,
    function: subscription.function ?? "",
  };
}

/** A subscription of type cli keeps its device and source. */
export function toSubscriptionInput(values: SubscriptionValues, { isIncoming = false, isCli = false }) {
  const { event_types, filter } = values.filter_config;
  return {
    name: values.name,
    ...(!isCli && {
      endpoint_id: values.endpoint_id,
      source_id: isIncoming ? values.source_id : values.source_id || null,
    }),
    filter_config: { event_types: readPatterns(event_types), filter: readFilterText(filter) ?? {} },
    ...toRules(values),
    ...toReferenceInput(values),
    function: values.function === "" ? null : values.function,
  } satisfies UpdateSubscription;
}

/** The rules that are switched on. */
function toRules(values: SubscriptionValues) {
  return {
    retry_config: values.hasRetry ? values.retry_config : null,
    rate_limit_config: values.hasRateLimit ? values.rate_limit_config : null,
    alert_config: values.hasAlert ? values.alert_config : null,
  };
}

/** Finds what the schema cannot see: in the texts of the filter and of the pairs. */
export function checkSubscription(values: SubscriptionValues): FieldError[] {
  return [...findFilterConfigErrors(values.filter_config), ...findPairErrors(values)];
}
