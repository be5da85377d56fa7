"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { SubscriptionFields } from "@/components/subscriptions/subscription-fields";
import {
  checkSubscription,
  toSubscriptionInput,
  toSubscriptionValues,
} from "@/components/subscriptions/subscription-values";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { type Subscription, UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";

type EditSubscriptionFormProps = { projectID: string; subscription: Subscription };

export function EditSubscriptionForm({ projectID, subscription }: EditSubscriptionFormProps) {
  const client = useQueryClient();
  const mayEdit = useMay(projectID, "administer");
  const isIncoming = useQuery(projectRead(projectID)).data?.type === "incoming";

  const zodForm = useZodForm({
    schema: UpdateSubscription,
    defaultValues: toSubscriptionValues(subscription),
    toInput: (values) => toSubscriptionInput(values, { isIncoming, isCli: subscription.type === "cli" }),
    check: checkSubscription,
    submit: async (input) => {
      const path = { projectID, subscriptionID: subscription.uid };
      const saved = await unwrap(
        api.PUT("/v1/projects/{projectID}/subscriptions/{subscriptionID}", { params: { path }, body: input }),
      );
      zodForm.form.reset(toSubscriptionValues(saved));
      toast.success("Saved. It counts for events from now on.");
      await Promise.all(
        ["subscriptions", "function-versions"].map((noun) =>
          client.invalidateQueries({ queryKey: ["projects", projectID, noun] }),
        ),
      );
    },
  });

  return (
    <Form {...zodForm} label="Edit subscription" readOnly={!mayEdit}>
      <SubscriptionFields
        projectID={projectID}
        isIncoming={isIncoming}
        subscriptionID={subscription.uid}
        device={subscription.device_metadata}
      />
      <SaveBar />
    </Form>
  );
}
