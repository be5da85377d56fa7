import { z } from "zod";
import { ROLES } from "@/lib/kernel/vocabulary";
import { Project } from "@/lib/nouns/projects/schemas";
import { Uid } from "@/lib/wire/fields";

/** The caller, and what they may use. */
export const Me = z.object({
  kind: z.enum(["api_key", "user"]),
  uid: Uid,
  name: z.string().describe("The key's or the person's name"),
  email: z.string().nullable().describe("null for a key"),
  has_password: z.boolean().describe("Whether a password signs this person in; false for a key"),
  is_owner: z.boolean().describe("Whether this is the instance's owner, who has every right"),
  sends_mail: z.boolean().describe("Whether this installation sends e-mail: whether SMTP_URL is set"),
  projects: z
    .array(
      z.object({
        uid: Uid,
        name: Project.shape.name,
        type: Project.shape.type,
        role: z.enum(ROLES),
        is_archived: z.boolean().describe("Whether it is archived: it takes in nothing and is not changed"),
      }),
    )
    .describe("At most 500, by name"),
  is_partial: z
    .boolean()
    .describe(
      "Whether projects are missing here because a server of a database that is spread over several does not answer",
    ),
});
export type Me = z.infer<typeof Me>;
