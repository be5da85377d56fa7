"use client";

import { useWatch } from "react-hook-form";
import { SecretField } from "@/components/forms/secret-field";
import { TextField } from "@/components/forms/text-field";
import type { AlertRouteType } from "@/lib/kernel/vocabulary";
import { OPSGENIE_URL, PAGERDUTY_URL } from "@/lib/nouns/alert-routes/service-addresses";

/** The fields of the type that is chosen. */
export function RouteSettingsFields() {
  const type = useWatch({ name: "settings.type" }) as AlertRouteType;
  switch (type) {
    case "email":
      return <TextField name="settings.to" label="Addresses" lines={3} help="One in a line." />;
    case "slack":
      return <ChatUrl help="Of an incoming webhook of Slack, Mattermost or another chat that understands the same." />;
    case "microsoft_teams":
      return <ChatUrl help="Of a workflow that posts to a channel when a webhook request is received." />;
    case "discord":
      return <ChatUrl help="Of a channel: Edit channel, Integrations, Webhooks." />;
    case "pagerduty":
      return (
        <>
          <SecretField name="settings.routing_key" label="Integration key" help="Of an Events API v2 integration." />
          <TextField name="settings.url" label="Events API" mono optional placeholder={PAGERDUTY_URL} />
        </>
      );
    case "opsgenie":
      return (
        <>
          <SecretField name="settings.genie_key" label="API key" help="Of an API integration." />
          <TextField
            name="settings.url"
            label="API"
            mono
            optional
            placeholder={OPSGENIE_URL}
            help="In the EU https://api.eu.opsgenie.com."
          />
        </>
      );
    case "webhook":
      return (
        <>
          <TextField name="settings.url" label="URL" mono placeholder="https://ops.example.com/alerts" />
          <SecretField
            name="settings.secret"
            label="Secret"
            optional
            help="Signs each message as Standard Webhooks has it. Without one it is made, and shown once."
          />
        </>
      );
  }
}

function ChatUrl({ help }: { help: string }) {
  return <SecretField name="settings.webhook_url" label="Webhook address" help={help} />;
}
