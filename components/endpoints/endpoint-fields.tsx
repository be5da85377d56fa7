"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { EndpointValues } from "@/components/endpoints/endpoint-values";
import { useMovedAddress } from "@/components/endpoints/moved-address";
import { RequestSection } from "@/components/endpoints/request-section";
import { TlsSection } from "@/components/endpoints/tls-section";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { ReferencesSection } from "@/components/references/references-section";
import { useMe } from "@/components/session/me";
import type { SignatureAlgorithm } from "@/lib/kernel/vocabulary";
import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";

const AUTHENTICATION_CHOICES = [
  { value: "", label: "None: the signature is enough" },
  { value: "api_key", label: "API key in a header" },
  { value: "basic_auth", label: "User name and password" },
  { value: "oauth2", label: "OAuth 2.0 token (client credentials)" },
];

const ALGORITHM_CHOICES: { value: SignatureAlgorithm; label: string }[] = [
  { value: "hmac", label: "The secret (HMAC)" },
  { value: "ed25519", label: "A key pair (Ed25519)" },
  { value: "hmac_and_ed25519", label: "Both" },
];

const UrlVariableFields = dynamic(
  () => import("@/components/endpoints/url-variable-fields").then((module) => module.UrlVariableFields),
  { ssr: false },
);

/** Comes once there is something to fill. */
function UrlVariables() {
  const { control } = useFormContext<EndpointValues>();
  return useWatch({ control, name: "url" }).includes("{") && <UrlVariableFields />;
}

type EndpointFieldsProps = {
  isNew?: boolean;
  /** Another way to fill in the URL, below it. */
  besideUrl?: ReactNode;
  /** The certificates that are stored. */
  certificates?: readonly EndpointCertificate[];
};

export function EndpointFields({ isNew = false, besideUrl, certificates = [] }: EndpointFieldsProps) {
  return (
    <>
      <Section title="Endpoint">
        <TextField name="name" label="Name" placeholder="orders-eu" autoFocus={isNew} />
        <TextField
          name="url"
          label="URL"
          type="url"
          mono
          placeholder="https://example.com/webhooks"
          help="Deliveries are sent here. Redirects are not followed. {name} is filled from each event."
        />
        <UrlVariables />
        {besideUrl}
        <TextField name="description" label="Description" optional lines={2} />
        <TextField
          name="owner_id"
          label="Owner id"
          optional
          mono
          help="Your own id of the customer behind it. One event can be fanned out to all endpoints of an owner."
        />
      </Section>
      <Section title="Pace" why="What an endpoint is asked to take. What waits for its turn uses up no attempt.">
        <NumberField name="http_timeout" label="Time-out" unit="seconds" min={1} max={120} />
        <div className="flex flex-wrap gap-x-4 gap-y-4">
          <NumberField name="rate_limit" label="Rate limit" unit="deliveries, 0 is no limit" min={0} />
          <NumberField name="rate_limit_duration" label="Rate limit period" unit="seconds" min={1} />
        </div>
        <NumberField
          name="max_in_flight"
          label="Under way at once"
          unit="requests, 0 is this installation's own bound"
          min={0}
          max={1_000}
          help="Over all copies of the program together. The others wait, and other endpoints go on."
        />
      </Section>
      <OrderSection />
      <RequestSection />
      <Section
        title="Signature"
        why="Each delivery is signed, so that the receiver knows that it comes from you and was not changed."
      >
        {isNew && (
          <SecretField
            name="secret"
            label="Secret"
            optional
            help="Leave it empty and a strong one is made (whsec_…). It is shown on the endpoint's page."
          />
        )}
        <SelectField
          name="signature_algorithm"
          label="Signed with"
          choices={ALGORITHM_CHOICES}
          help="With a key pair the receiver holds a public key, and no secret."
        />
        <SwitchField
          name="advanced_signatures"
          label="Sign the time too"
          help="X-Hookyard-Signature then reads t=<time>,v1=<signature>. The Standard Webhooks headers are sent either way."
        />
      </Section>
      <AuthenticationSection />
      <TlsSection certificates={certificates} />
      <NotificationSection />
      <ReferencesSection noun="endpoint" hasTags />
    </>
  );
}

const POLICY_CHOICES = [
  { value: "block", label: "Wait until it succeeds or is cancelled" },
  { value: "skip", label: "Go on after some failed attempts" },
];

function OrderSection() {
  const { control } = useFormContext<EndpointValues>();
  const [key, policy] = useWatch({ control, name: ["ordering_key", "ordering_policy"] });
  return (
    <Section title="Order" why="Deliveries are sent side by side unless their order matters to the receiver.">
      <TextField
        name="ordering_key"
        label="Ordering key"
        optional
        mono
        placeholder="customer.id"
        rule="A path into the payload."
        help="Deliveries with the same value there are sent one after another; the others do not wait."
      />
      {key !== "" && (
        <SelectField name="ordering_policy" label="When one of them fails, the next" choices={POLICY_CHOICES} />
      )}
      {key !== "" && policy === "skip" && (
        <NumberField name="ordering_skip_after" label="Go on after" unit="failed attempts" min={1} max={100} />
      )}
    </Section>
  );
}

function NotificationSection() {
  const me = useMe();
  return (
    <Section
      title="Who is told"
      why="When the endpoint is disabled, held by its circuit breaker or active again, and when an alert is raised."
    >
      <SecretField
        name="chat_webhook_url"
        label="Chat webhook"
        optional
        placeholder="https://hooks.slack.com/services/…"
        help="An incoming webhook of Slack, Mattermost or another chat that takes the same messages. Whoever knows it can write there, so it is stored encrypted."
      />
      <TextField
        name="support_email"
        label="Support e-mail"
        type="email"
        optional
        placeholder="support@example.com"
        help={
          me?.sends_mail === false
            ? "Kept, but nothing is sent: this installation has no mail server. Set SMTP_URL and SMTP_FROM to change that."
            : "Gets an e-mail."
        }
      />
    </Section>
  );
}

function AuthenticationSection() {
  const { control } = useFormContext<EndpointValues>();
  const type = useWatch({ control, name: "authentication.type" });
  const stale = useMovedAddress();
  return (
    <Section title="Authentication" why="Sent along with each delivery where the receiver asks for it.">
      <SelectField name="authentication.type" label="Authentication" choices={AUTHENTICATION_CHOICES} />
      {type === "api_key" && (
        <>
          <TextField name="authentication.api_key.header_name" label="Header" mono />
          <SecretField name="authentication.api_key.header_value" label="Key" stale={stale} />
        </>
      )}
      {type === "basic_auth" && (
        <>
          <TextField name="authentication.basic_auth.username" label="User name" />
          <SecretField name="authentication.basic_auth.password" label="Password" stale={stale} />
        </>
      )}
      {type === "oauth2" && (
        <>
          <TextField
            name="authentication.oauth2.url"
            label="Token URL"
            type="url"
            mono
            placeholder="https://auth.example.com/oauth/token"
            help="Tokens are asked for here, kept until they expire, and sent as Authorization: Bearer."
          />
          <TextField name="authentication.oauth2.client_id" label="Client id" mono />
          <SecretField name="authentication.oauth2.client_secret" label="Client secret" stale={stale} />
          <TextField
            name="authentication.oauth2.scope"
            label="Scope"
            optional
            mono
            help="As the token URL asks for it; several with a space between them."
          />
        </>
      )}
    </Section>
  );
}
