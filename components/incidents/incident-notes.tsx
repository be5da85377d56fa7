"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useMay } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { CreateIncidentNote, type IncidentNote, type IncidentWithNotes } from "@/lib/nouns/incidents/schemas";

/** What people have written about an incident, and a field to add to it. */
export function IncidentNotes({ incident }: { incident: IncidentWithNotes }) {
  const mayWrite = useMay(incident.project_id, "operate");
  return (
    <section aria-label="Notes" className="max-w-[720px] border-t pt-6">
      <h2 className="mb-3 font-medium text-base">Notes</h2>
      {incident.notes.length === 0 && <p className="text-ink-muted text-sm">Nobody has written anything yet.</p>}
      <ol className="space-y-3">
        {incident.notes.map((note) => (
          <Note key={note.uid} note={note} />
        ))}
      </ol>
      {mayWrite && <NoteForm key={incident.notes.length} incident={incident} />}
    </section>
  );
}

function Note({ note }: { note: IncidentNote }) {
  return (
    <li className="text-sm">
      <p className="text-ink-muted">
        {note.author}, <RelativeTime at={note.created_at} />
      </p>
      <p className="whitespace-pre-wrap break-words">{note.text}</p>
    </li>
  );
}

function NoteForm({ incident }: { incident: IncidentWithNotes }) {
  const client = useQueryClient();
  const { project_id: projectID, uid: incidentID } = incident;
  const zodForm = useZodForm({
    schema: CreateIncidentNote,
    defaultValues: { text: "" },
    toInput: (values) => values,
    submit: async (body) => {
      const path = { projectID, incidentID };
      await unwrap(api.POST("/v1/projects/{projectID}/incidents/{incidentID}/notes", { params: { path }, body }));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "incidents"] });
    },
  });
  return (
    <Form {...zodForm} label="Add a note">
      <div className="mt-4 space-y-3">
        <TextField name="text" label="Add a note" help="It cannot be changed afterwards." lines={3} />
        <FormRefusal />
        <Button type="submit" pending={zodForm.form.formState.isSubmitting}>
          Add note
        </Button>
      </div>
    </Form>
  );
}
