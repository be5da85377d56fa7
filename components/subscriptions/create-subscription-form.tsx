"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { useZodForm } from "@/components/forms/use-zod-form";
import { projectRead } from "@/components/projects/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { SubscriptionFields } from "@/components/subscriptions/subscription-fields";
import {
  checkSubscription,
  NEW_SUBSCRIPTION,
  toSubscriptionInput,
} from "@/components/subscriptions/subscription-values";
import { unwrap } from "@/lib/api/client";
import { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

type CreateSubscriptionFormProps = {
  projectID: string;
  /** The choices of the address, when coming from an endpoint or a source. */
  chosen: { endpoint_id?: string; source_id?: string };
};

export function CreateSubscriptionForm({ projectID, chosen }: CreateSubscriptionFormProps) {
  const project = useQuery(projectRead(projectID)).data;
  const sources = useQuery(sourceChoicesRead(projectID));
  const endpoints = useQuery(endpointChoicesRead(projectID));
  if (!project || sources.isPending || endpoints.isPending) return <FormSkeleton label="the form" />;
  const isIncoming = project.type === "incoming";
  const only = {
    // Without a source an outgoing subscription takes the events by API too, which is a choice of its own.
    source_id: isIncoming ? soleID(sources.data?.content) : "",
    endpoint_id: soleID(endpoints.data?.content),
  };
  return <NewSubscriptionForm projectID={projectID} isIncoming={isIncoming} first={{ ...only, ...chosen }} />;
}

/** The id of what is chosen already, because there is nothing else to choose. */
function soleID(choices: readonly { uid: string }[] = []): string {
  const [first, second] = choices;
  return first && !second ? first.uid : "";
}

type NewSubscriptionFormProps = {
  projectID: string;
  isIncoming: boolean;
  first: { endpoint_id: string; source_id: string };
};

function NewSubscriptionForm({ projectID, isIncoming, first }: NewSubscriptionFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/subscriptions`;

  const zodForm = useZodForm({
    schema: CreateSubscription,
    defaultValues: { ...NEW_SUBSCRIPTION, ...first },
    toInput: (values) => toSubscriptionInput(values, { isIncoming }),
    check: checkSubscription,
    submit: async (input) => {
      await unwrap(
        api.POST("/v1/projects/{projectID}/subscriptions", { params: { path: { projectID } }, body: input }),
      );
      await client.invalidateQueries({ queryKey: ["projects", projectID, "subscriptions"] });
      router.push(home);
    },
  });

  return (
    <Form {...zodForm} label="Create subscription" className="max-w-[720px] px-4 pb-12 md:px-6">
      <SubscriptionFields projectID={projectID} isIncoming={isIncoming} />
      <CreateActions action="Create subscription" onCancel={() => router.push(home)} />
    </Form>
  );
}
