"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { BreakingChanges } from "@/components/event-types/breaking-changes";
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
import { useConfirm } from "@/components/ui/confirm";
import { ApiError, unwrap } from "@/lib/api/client";
import { type EventType, UpdateEventType } from "@/lib/nouns/event-types/schemas";

const NOT_SAVED = "Nothing was saved: the change would break receivers.";

export function EditEventTypeForm({ projectID, eventType }: { projectID: string; eventType: EventType }) {
  const client = useQueryClient();
  const mayEdit = useMay(projectID, "administer");
  const confirm = useConfirm();

  const put = (body: UpdateEventType) => {
    const path = { projectID, eventTypeID: eventType.uid };
    return withPlacesInMessages(
      unwrap(api.PUT("/v1/projects/{projectID}/event-types/{eventTypeID}", { params: { path }, body })),
    );
  };

  /** Names what would break receivers, and saves it once that is confirmed. */
  const saveEventType = async (input: UpdateEventType): Promise<EventType> => {
    try {
      return await put(input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "breaking_change") throw error;
      const isAccepted = await confirm({
        title: `Break receivers of ${eventType.name}?`,
        consequence: <BreakingChanges messages={error.fields.map(({ message }) => message)} />,
        action: "Save all the same",
        danger: true,
      });
      if (isAccepted) return put({ ...input, accept_breaking_changes: true });
      const { status, code, requestId } = error;
      throw new ApiError({ status, code, message: NOT_SAVED, requestId });
    }
  };

  const zodForm = useZodForm({
    schema: UpdateEventType,
    defaultValues: toEventTypeValues(eventType),
    toInput: (values) => ({ ...toEventTypeInput(values), note: values.note }),
    check: checkEventType,
    submit: async (input) => {
      const saved = await saveEventType(input);
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
