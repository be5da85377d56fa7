import type { Note } from "@/lib/nouns/notes/schemas";

type NoteRow = { readonly id: string; readonly author: string; readonly body: string; readonly created_at: Date };

export function toNote({ id, author, body, created_at }: NoteRow): Note {
  return { uid: id, author, text: body, created_at: created_at.toISOString() };
}
