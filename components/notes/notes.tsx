"use client";

import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { CreateNote, type Note } from "@/lib/nouns/notes/schemas";

type NotesProps = {
  notes: readonly Note[];
  /** Stores a new one; null for who may not write. */
  onAdd: ((note: CreateNote) => Promise<void>) | null;
};

/** What people have written about something, and a field to add to it. */
export function Notes({ notes, onAdd }: NotesProps) {
  return (
    <>
      {notes.length === 0 && <p className="text-ink-muted text-sm">Nobody has written anything yet.</p>}
      <ol className="space-y-3">
        {notes.map((note) => (
          <li key={note.uid} className="text-sm">
            <p className="text-ink-muted">
              {note.author}, <RelativeTime at={note.created_at} />
            </p>
            <p className="whitespace-pre-wrap break-words">{note.text}</p>
          </li>
        ))}
      </ol>
      {onAdd && <NoteForm key={notes.length} onAdd={onAdd} />}
    </>
  );
}

function NoteForm({ onAdd }: { onAdd: (note: CreateNote) => Promise<void> }) {
  const zodForm = useZodForm({
    schema: CreateNote,
    defaultValues: { text: "" },
    toInput: (values) => values,
    submit: onAdd,
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
