"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SelectField, SwitchField } from "@/components/forms/choice-fields";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { AccountFields } from "@/components/sources/account-fields";
import { IdempotencyKeysField } from "@/components/sources/idempotency-keys-field";
import { ProviderField } from "@/components/sources/provider-field";
import { VERIFIER_WORDS } from "@/components/sources/provider-words";
import { SourceSecretField } from "@/components/sources/source-secret-field";
import type { SourceValues } from "@/components/sources/source-values";
import { EventTypeSection } from "@/components/sources/types/event-type-section";
import type { SourceSectionsProps } from "@/components/sources/types/source-type";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { HMAC_ENCODINGS, type ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";

const VERIFIER_CHOICES = Object.entries(VERIFIER_WORDS).map(([value, label]) => ({ value, label }));
const HASH_CHOICES = HMAC_HASHES.map((value) => ({ value, label: value }));
const ENCODING_CHOICES = HMAC_ENCODINGS.map((value) => ({ value, label: value }));

/** Who may post, what counts as the same event, which headers are forwarded and what is answered. */
export function HttpSections({ projectID, sourceID }: SourceSectionsProps) {
  return (
    <>
      <VerifierSection projectID={projectID} sourceID={sourceID} />
      <EventTypeSection />
      <Section
        title="Duplicates"
        why="Senders repeat webhooks. Parts of the request that together identify an event let a second copy be kept, but not delivered."
      >
        <IdempotencyKeysField projectID={projectID} />
      </Section>
      <Section title="Headers" why="Received headers are kept with the event and sent along with each delivery.">
        <TextField
          name="forward_headers"
          label="Only these headers"
          optional
          mono
          lines={3}
          placeholder={"X-GitHub-Event\nX-Request-Id"}
          help="One name on each line. Empty forwards all but those of the connection, cookies and credentials. Content-Type always goes along."
        />
      </Section>
      <ResponseSection />
    </>
  );
}

function VerifierSection(of: SourceSectionsProps) {
  const { control } = useFormContext<SourceValues>();
  const provider = useWatch({ control, name: "provider" });
  const type = useWatch({ control, name: "verifier.type" });
  const verifier = provider === "" ? type : "provider";

  return (
    <Section
      title="Verification"
      why="What does not pass is refused with 401 and not stored, so that nobody else can make events in your name."
    >
      <ProviderField />
      {provider === "" && <SelectField name="verifier.type" label="Verifier" choices={VERIFIER_CHOICES} />}
      {verifier === "hmac" && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="verifier.hmac.header" label="Header" mono />
          <SelectField name="verifier.hmac.hash" label="Hash" choices={HASH_CHOICES} />
          <SelectField name="verifier.hmac.encoding" label="Encoding" choices={ENCODING_CHOICES} />
        </div>
      )}
      {provider !== "" && <ProviderSecretField key={provider} provider={provider} {...of} />}
      {verifier === "hmac" && (
        <SourceSecretField
          name="verifier.hmac.secret"
          label="Secret"
          rule="The sender signs the body with it."
          {...of}
        />
      )}
      {verifier === "hmac" && (
        <p className="text-ink-muted text-sm">
          The header holds the HMAC of the raw body, plain or after the name of its hash, such as sha256=….
        </p>
      )}
      {verifier === "api_key" && (
        <>
          <TextField name="verifier.api_key.header_name" label="Header" mono />
          <SourceSecretField
            name="verifier.api_key.header_value"
            label="Key"
            help="The sender puts it into the header."
            {...of}
          />
        </>
      )}
      {verifier === "basic_auth" && (
        <>
          <TextField name="verifier.basic_auth.username" label="User name" />
          <SourceSecretField name="verifier.basic_auth.password" label="Password" {...of} />
        </>
      )}
    </Section>
  );
}

function ProviderSecretField({ provider, ...of }: SourceSectionsProps & { provider: ProviderName }) {
  const { secret, handshake } = providers[provider];
  return (
    <>
      <AccountFields provider={provider} name="verifier.provider" />
      <SourceSecretField
        name="verifier.provider.secret"
        label={secret.label}
        help={secret.where}
        optional={handshake !== undefined}
        {...of}
      />
    </>
  );
}

function ResponseSection() {
  const { control } = useFormContext<SourceValues>();
  const hasResponse = useWatch({ control, name: "hasResponse" });
  return (
    <Section title="Answer" why="Some senders expect certain words back. Whatever is answered, the status is 200.">
      <SwitchField name="hasResponse" label="Answer with my own body" />
      {hasResponse && (
        <>
          <TextField name="custom_response.content_type" label="Content type" mono />
          <TextField name="custom_response.body" label="Body" mono lines={4} />
        </>
      )}
    </Section>
  );
}
