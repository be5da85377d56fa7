"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { NumberField } from "@/components/forms/number-field";
import { Section } from "@/components/forms/section";
import { useZodForm } from "@/components/forms/use-zod-form";
import { FailureFields, ReceiverFields } from "@/components/receivers/receiver-fields";
import { NEW_RECEIVER, toReceiverInput } from "@/components/receivers/receiver-values";
import { unwrap } from "@/lib/api/client";
import { CreateReceiver } from "@/lib/nouns/receivers/schemas";

export function CreateReceiverForm({ projectID }: { projectID: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/receivers`;

  const zodForm = useZodForm({
    schema: CreateReceiver,
    defaultValues: NEW_RECEIVER,
    toInput: ({ fail_next, fail_status, expires_in_days, ...values }) => ({
      ...toReceiverInput(values),
      fail_next,
      fail_status,
      expires_in_days,
    }),
    submit: async (input) => {
      const asked = api.POST("/v1/projects/{projectID}/receivers", { params: { path: { projectID } }, body: input });
      const made = await unwrap(asked);
      await client.invalidateQueries({ queryKey: ["projects", projectID, "receivers"] });
      router.push(`${home}/${made.uid}`);
    },
  });

  return (
    <Form {...zodForm} label="Create receiver" className="max-w-[720px] px-4 pb-12 md:px-6">
      <ReceiverFields isNew />
      <Section title="Failures" why="To see retries: the first requests fail, those after them get the answer above.">
        <FailureFields />
      </Section>
      <Section title="End" why="It is deleted then, with all that it received. You can prolong it.">
        <NumberField name="expires_in_days" label="Lasts" unit="days, at most 30" min={1} max={30} />
      </Section>
      <CreateActions action="Create receiver" onCancel={() => router.push(home)} />
    </Form>
  );
}
