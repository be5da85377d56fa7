"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormContext, useWatch } from "react-hook-form";
import { type ConnectValues, NEW_CONNECTION, toConnectionInput } from "@/components/connect/connect-values";
import { ProviderGallery } from "@/components/connect/provider-gallery";
import { api } from "@/components/data/api";
import { endpointChoicesRead, useEndpointChoices } from "@/components/endpoints/queries";
import { RadioField, SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useShowsSteps } from "@/components/guide/shown-steps";
import { projectRead } from "@/components/projects/queries";
import { AccountFields } from "@/components/sources/account-fields";
import { unwrap } from "@/lib/api/client";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { CreateConnection } from "@/lib/nouns/connections/schemas";
import { providers } from "@/lib/providers/providers.gen";

/** From where to where, in one form: a source, an endpoint and the subscription between them. */
export function ConnectForm({ projectID }: { projectID: string }) {
  const project = useQuery(projectRead(projectID)).data;
  const endpoints = useQuery(endpointChoicesRead(projectID));
  useShowsSteps();
  if (!project || endpoints.isPending) return <FormSkeleton label="the form" />;
  const hasEndpoints = endpoints.data !== undefined && endpoints.data.content.length > 0;
  return (
    <NewConnectionForm
      projectID={projectID}
      isIncoming={project.type === "incoming"}
      // Who has no endpoint yet sees a first delivery without a server.
      destination={hasEndpoints ? "new" : "receiver"}
    />
  );
}

type NewConnectionFormProps = { projectID: string; isIncoming: boolean; destination: ConnectValues["destination"] };

function NewConnectionForm({ projectID, isIncoming, destination }: NewConnectionFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}`;
  const zodForm = useZodForm({
    schema: CreateConnection,
    defaultValues: { ...NEW_CONNECTION, destination },
    toInput: (values) => toConnectionInput(values, { isIncoming }),
    submit: async (input) => {
      const { subscription } = await unwrap(
        api.POST("/v1/projects/{projectID}/connections", { params: { path: { projectID } }, body: input }),
      );
      await client.invalidateQueries({ queryKey: ["projects", projectID] });
      router.push(`${home}/connect/${subscription.uid}`);
    },
  });
  return (
    <Form {...zodForm} label="Connect" className="max-w-[720px] px-4 pb-12 md:px-6">
      {isIncoming && <SenderSection />}
      <DestinationSection projectID={projectID} />
      <details className="border-t py-6 text-sm">
        <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">Names and event types</summary>
        <div className="mt-4 space-y-4">
          {isIncoming && <TextField name="source.name" label="Name of the source" optional help="Else the sender's." />}
          <NewEndpointName />
          <TextField
            name="subscription.filter_config.event_types"
            label="Event types"
            mono
            lines={2}
            help="On lines of their own or with commas; invoice.* takes all that begin so, and * takes everything."
          />
        </div>
      </details>
      <CreateActions action="Connect" onCancel={() => router.push(home)} />
    </Form>
  );
}

function SenderSection() {
  const { control } = useFormContext<ConnectValues>();
  const provider = useWatch({ control, name: "source.provider" });
  return (
    <Section title="Where events come from" why="Who posts webhooks to you, and how they prove it.">
      <ProviderGallery />
      {provider === "" ? (
        <p className="text-ink-muted text-sm">
          Whoever knows the address can post to it. A secret or a password can be asked for later, on the page of the
          source.
        </p>
      ) : (
        <ProviderFields key={provider} provider={provider} />
      )}
    </Section>
  );
}

function ProviderFields({ provider }: { provider: ProviderName }) {
  const { secret, handshake } = providers[provider];
  return (
    <>
      <AccountFields provider={provider} name="source.verifier.provider" />
      <SecretField
        name="source.verifier.provider.secret"
        label={secret.label}
        help={secret.where}
        optional={handshake !== undefined}
      />
    </>
  );
}

const RECEIVER = {
  value: "receiver",
  label: "A receiver of Hookyard",
  help: "Shows what arrives, and answers what you set. For trying things out: it lasts 7 days.",
};
const NEW = { value: "new", label: "A URL of yours", help: "Where your application takes webhooks." };
const EXISTING = { value: "existing", label: "An endpoint of this project" };

function DestinationSection({ projectID }: { projectID: string }) {
  const { control } = useFormContext<ConnectValues>();
  const destination = useWatch({ control, name: "destination" });
  const endpoints = useEndpointChoices(projectID);
  return (
    <Section title="Where they go" why="Each event is posted here, signed, and tried again until it is taken.">
      <RadioField
        name="destination"
        label="Endpoint"
        choices={endpoints.length > 0 ? [RECEIVER, NEW, EXISTING] : [RECEIVER, NEW]}
      />
      {destination === "new" && (
        <TextField
          name="endpoint.url"
          label="URL"
          type="url"
          mono
          placeholder="https://example.com/webhooks"
          help="Redirects are not followed."
        />
      )}
      {destination === "existing" && (
        <SelectField
          name="endpoint_id"
          label="Which one"
          placeholder="Choose an endpoint"
          choices={endpoints.map(({ uid, name, url }) => ({ value: uid, label: `${name} (${url})` }))}
        />
      )}
    </Section>
  );
}

function NewEndpointName() {
  const { control } = useFormContext<ConnectValues>();
  const destination = useWatch({ control, name: "destination" });
  if (destination === "existing") return null;
  const help = destination === "new" ? "Else the host of its URL." : "Of the receiver too. Else Receiver.";
  return <TextField name="endpoint.name" label="Name of the endpoint" optional help={help} />;
}
