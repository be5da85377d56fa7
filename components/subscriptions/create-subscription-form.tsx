"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { projectRead } from "@/components/projects/queries";
import { findFilterConfigErrors } from "@/components/subscriptions/filter-text";
import { SubscriptionFields } from "@/components/subscriptions/subscription-fields";
import { NEW_SUBSCRIPTION, toSubscriptionInput } from "@/components/subscriptions/subscription-values";
import { unwrap } from "@/lib/api/client";
import { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

type CreateSubscriptionFormProps = {
  projectID: string;
  /** The choices of the address, when coming from an endpoint or a source. */
  chosen: { endpoint_id?: string; source_id?: string };
};

export function CreateSubscriptionForm({ projectID, chosen }: CreateSubscriptionFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const isIncoming = useQuery(projectRead(projectID)).data?.type === "incoming";
  const home = `/projects/${projectID}/subscriptions`;

  const zodForm = useZodForm({
    schema: CreateSubscription,
    defaultValues: { ...NEW_SUBSCRIPTION, ...chosen },
    toInput: (values) => toSubscriptionInput(values, { isIncoming }),
    check: (values) => findFilterConfigErrors(values.filter_config),
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
      <SubscriptionFields projectID={projectID} isIncoming={isIncoming} isNew />
      <CreateActions action="Create subscription" onCancel={() => router.push(home)} />
    </Form>
  );
}
