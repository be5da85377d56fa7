"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { EventTypeFields } from "@/components/event-types/event-type-fields";
import {
  checkEventType,
  NEW_EVENT_TYPE,
  toEventTypeInput,
  withPlacesInMessages,
} from "@/components/event-types/event-type-values";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { unwrap } from "@/lib/api/client";
import { CreateEventType } from "@/lib/nouns/event-types/schemas";

export function CreateEventTypeForm({ projectID }: { projectID: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/event-types`;

  const zodForm = useZodForm({
    schema: CreateEventType,
    defaultValues: NEW_EVENT_TYPE,
    toInput: (values) => ({ name: values.name.trim(), ...toEventTypeInput(values) }),
    check: checkEventType,
    submit: async (input) => {
      const path = { projectID };
      const asked = api.POST("/v1/projects/{projectID}/event-types", { params: { path }, body: input });
      const made = await withPlacesInMessages(unwrap(asked));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "event-types"] });
      router.push(`${home}/${made.uid}`);
    },
  });

  return (
    <Form {...zodForm} label="Create event type" className="max-w-[720px] px-4 pb-12 md:px-6">
      <EventTypeFields projectID={projectID} isNew />
      <CreateActions action="Create event type" onCancel={() => router.push(home)} />
    </Form>
  );
}
