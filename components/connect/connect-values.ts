import { NEW_PROVIDER, type ProviderValues, toProviderInput } from "@/components/sources/provider-settings";
import { readPatterns } from "@/components/subscriptions/filter-text";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { CreateConnectionInput } from "@/lib/nouns/connections/schemas";
import { providers } from "@/lib/providers/providers.gen";

/** The values of the form's fields, under the API's names. */
export type ConnectValues = {
  source: { name: string; provider: ProviderName | ""; verifier: { provider: ProviderValues } };
  destination: "receiver" | "new" | "existing";
  endpoint: { name: string; url: string };
  endpoint_id: string;
  /** One pattern on each line. */
  subscription: { filter_config: { event_types: string } };
};

export const NEW_CONNECTION: ConnectValues = {
  source: { name: "", provider: "", verifier: { provider: NEW_PROVIDER } },
  destination: "receiver",
  endpoint: { name: "", url: "" },
  endpoint_id: "",
  subscription: { filter_config: { event_types: "*" } },
};

/** What is sent: a name that was left empty is made of what is known. */
export function toConnectionInput(
  values: ConnectValues,
  { isIncoming }: { isIncoming: boolean },
): CreateConnectionInput {
  const { subscription } = values;
  return {
    ...(isIncoming && { source: toSource(values.source) }),
    ...toDestination(values),
    subscription: { filter_config: { event_types: readPatterns(subscription.filter_config.event_types), filter: {} } },
  };
}

function toSource({ name, provider, verifier }: ConnectValues["source"]) {
  const own = name.trim();
  if (provider === "") return { name: own || "Webhooks", type: "http" as const };
  return {
    name: own || providers[provider].title,
    type: "http" as const,
    provider,
    verifier: { type: "provider" as const, provider: toProviderInput(provider, verifier.provider) },
  };
}

function toDestination({ destination, endpoint, endpoint_id }: ConnectValues) {
  switch (destination) {
    case "receiver":
      return { receiver: { name: endpoint.name.trim() || "Receiver" } };
    case "new":
      return { endpoint: toEndpoint(endpoint) };
    case "existing":
      return { endpoint_id };
  }
}

function toEndpoint({ name, url }: ConnectValues["endpoint"]) {
  return { name: name.trim() || nameOfUrl(url), url };
}

/** The host, which tells one receiver from another. */
export function nameOfUrl(url: string): string {
  return URL.parse(url)?.hostname || "Receiver";
}
