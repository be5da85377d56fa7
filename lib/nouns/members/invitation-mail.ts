import type { Invitation } from "@/lib/nouns/members/schemas";

/** Hands a message to the mail server; rejects with the server's error. */
export type SendMail = (mail: { id: string; to: string; subject: string; text: string }) => Promise<void>;

const AS_ROLE = { viewer: "a viewer", operator: "an operator", admin: "an admin" };

/** The mail to an invited person. Names come from users, so each is put on one line. */
export function toInvitationMail({ email, role, invited_by, expires_at }: Invitation, link: string, project: string) {
  const name = project.replace(/\s+/g, " ");
  return {
    to: email,
    subject: `Your invitation to ${name} on Hookyard`,
    text: [
      `${invited_by.replace(/\s+/g, " ")} invites you to join ${name} as ${AS_ROLE[role]}.`,
      `Open this link to join. It works once, until ${expires_at}.`,
      link,
      "If you did not expect this, do nothing: nobody joins without the link.",
    ].join("\n\n"),
  };
}
