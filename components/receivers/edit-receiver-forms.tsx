"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { CreateActions, SaveBar } from "@/components/forms/form-actions";
import { Section } from "@/components/forms/section";
import { useZodForm } from "@/components/forms/use-zod-form";
import { FailureFields, ReceiverFields } from "@/components/receivers/receiver-fields";
import { toReceiverInput, toReceiverValues } from "@/components/receivers/receiver-values";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { type Receiver, UpdateReceiver } from "@/lib/nouns/receivers/schemas";

type EditReceiverProps = { projectID: string; receiver: Receiver };

/** Its own form, since requests that arrive count its number down: the page then shows it with the number that is left. */
export function FailureForm({ projectID, receiver }: EditReceiverProps) {
  const { fail_next, fail_status } = receiver;
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: UpdateReceiver,
    defaultValues: { fail_next, fail_status },
    toInput: (values) => values,
    submit: async (input) => {
      const path = { projectID, receiverID: receiver.uid };
      const asked = api.PUT("/v1/projects/{projectID}/receivers/{receiverID}", { params: { path }, body: input });
      const saved = await unwrap(asked);
      zodForm.form.reset({ fail_next: saved.fail_next, fail_status: saved.fail_status });
      toast.success(saved.fail_next > 0 ? `The next ${saved.fail_next} requests fail` : "Requests no longer fail");
      await client.invalidateQueries({ queryKey: ["projects", projectID, "receivers"] });
    },
  });
  return (
    <Form {...zodForm} label="Failures">
      <Section title="Failures" why="To see retries: so many requests fail, then the answer below is given.">
        <FailureFields />
        <CreateActions action="Set failures" />
      </Section>
    </Form>
  );
}

export function EditReceiverForm({ projectID, receiver }: EditReceiverProps) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: UpdateReceiver,
    defaultValues: toReceiverValues(receiver),
    toInput: toReceiverInput,
    submit: async (input) => {
      const path = { projectID, receiverID: receiver.uid };
      const asked = api.PUT("/v1/projects/{projectID}/receivers/{receiverID}", { params: { path }, body: input });
      zodForm.form.reset(toReceiverValues(await unwrap(asked)));
      toast.success("Saved. The next request gets this answer.");
      await client.invalidateQueries({ queryKey: ["projects", projectID, "receivers"] });
    },
  });
  return (
    <Form {...zodForm} label="Edit receiver" className="border-t pt-6">
      <ReceiverFields contentType={receiver.answer.content_type} />
      <SaveBar />
    </Form>
  );
}
