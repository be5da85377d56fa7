"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { EventTypeFields } from "@/components/event-types/event-type-fields";
import {
  checkEventType,
  toEventTypeInput,
  toEventTypeValues,
  withPlacesInMessages,
} from "@/components/event-types/event-type-values";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { type EventType, UpdateEventType } from "@/lib/nouns/event-types/schemas";

export function EditEventTypeForm({ projectID, eventType }: { projectID: string; eventType: EventType }) {
  const client = useQueryClient();
  const mayEdit = useMay(projectID, "administer");

  const zodForm = useZodForm({
    schema: UpdateEventType,
    defaultValues: toEventTypeValues(eventType),
    toInput: toEventTypeInput,
    check: checkEventType,
    submit: async (input) => {
      const path = { projectID, eventTypeID: eventType.uid };
      const asked = api.PUT("/v1/projects/{projectID}/event-types/{eventTypeID}", { params: { path }, body: input });
      const saved = await withPlacesInMessages("json_schema", unwrap(asked));
      zodForm.form.reset(toEventTypeValues(saved));
      toast.success("Saved. It counts for events from now on.");
      await client.invalidateQueries({ queryKey: ["projects", projectID, "event-types"] });
    },
  });

  return (
    <Form {...zodForm} label="Edit event type" readOnly={!mayEdit}>
      <EventTypeFields projectID={projectID} />
      <SaveBar />
    </Form>
  );
}
