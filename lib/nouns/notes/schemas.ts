import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** What a person has written about something. */
export const Note = z.object({
  uid: Uid,
  author: z.string(),
  text: z.string(),
  created_at: Timestamp,
});
export type Note = z.infer<typeof Note>;

export const CreateNote = z.strictObject({
  text: z.string().trim().min(1, "Write something.").max(2_000, "Use at most 2,000 characters."),
});
export type CreateNote = z.output<typeof CreateNote>;
