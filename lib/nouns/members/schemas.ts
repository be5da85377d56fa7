import { z } from "zod";
import { ROLES } from "@/lib/kernel/vocabulary";
import { Email, Password } from "@/lib/nouns/users/schemas";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { Paging, paging, QueryText, queryList } from "@/lib/wire/list-query";

const Role = z
  .enum(ROLES, "Choose viewer, operator or admin.")
  .describe("viewer reads, operator also resends, pauses and creates events, admin does everything in the project");

export const Member = z.object({
  uid: Uid.describe("The person's identifier"),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  is_owner: z.boolean().describe("The installation's owner is admin of every project, and cannot be removed"),
  suspended_at: Timestamp.describe("Since when the owner lets them in no more; null for almost everybody"),
  api_keys: z.int().describe("How many live keys of this project they made; they are revoked with their role"),
  created_at: Timestamp.describe("When they joined; for the owner, when their account was made"),
});
export type Member = z.infer<typeof Member>;

export const RemovedMember = Member.extend({
  revoked_api_keys: z.int().describe("How many keys of the project they had made, which were revoked"),
});
export type RemovedMember = z.infer<typeof RemovedMember>;

export const AddMember = z.strictObject({ email: Email, role: Role });
export type AddMember = z.infer<typeof AddMember>;

export const UpdateMember = z.strictObject({ role: Role });
export type UpdateMember = z.infer<typeof UpdateMember>;

export const ListMembers = z.object({ ...paging, q: QueryText.describe("Part of the email or name, in any case") });
export type ListMembers = z.infer<typeof ListMembers>;

export const INVITATION_STATUSES = ["open", "accepted", "revoked", "expired"] as const;

export const Invitation = z.object({
  uid: Uid,
  project_id: Uid,
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(INVITATION_STATUSES),
  invited_by: z.string().describe("The person's email or the key's name"),
  expires_at: Timestamp,
  accepted_at: Timestamp,
  revoked_at: Timestamp,
  created_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** A new invitation; for the installation's owner with the only copy of its link. */
export const CreatedInvitation = Invitation.extend({
  sent: z.boolean().describe("Whether the link was mailed to the email: whether SMTP_URL is set"),
  token: z.string().nullable().describe("Shown once, to the installation's owner only; only its hash is stored"),
  url: z
    .string()
    .nullable()
    .describe("The link for the owner to hand over: the page /invite of this installation. null for everybody else"),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

export const CreateInvitation = z.strictObject({
  email: Email,
  role: Role,
  expires_in: z
    .int()
    .min(300, "At least 300 seconds.")
    .max(2_592_000, "At most 30 days.")
    .default(604_800)
    .describe("Seconds that the link works; 7 days unless said otherwise"),
});
export type CreateInvitation = z.infer<typeof CreateInvitation>;

export const ListInvitations = Paging.extend({
  status: queryList(z.enum(INVITATION_STATUSES, `Choose of ${INVITATION_STATUSES.join(", ")}.`)).describe(
    "Any of these statuses",
  ),
});
export type ListInvitations = z.infer<typeof ListInvitations>;

const Token = z.string().min(1, "Open the link as it was sent.").max(200, "This is not a token of ours.");

export const FindInvitation = z.strictObject({ token: Token });
export type FindInvitation = z.infer<typeof FindInvitation>;

/** What the page of a link shows before it is accepted. */
export const OpenInvitation = z.object({
  project_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  has_account: z
    .boolean()
    .describe(
      "Whether the email has an account here that is proven to be theirs, so that no name and password are needed",
    ),
  expires_at: Timestamp,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const AcceptInvitation = z.strictObject({
  token: Token,
  name: z.string().trim().max(200, "Use at most 200 characters.").optional(),
  password: Password.optional().describe("Required unless the email has a proven account; ignored for one that has"),
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

export const AcceptedInvitation = z.object({
  project_id: Uid,
  email: z.string().describe("Sign in with this email"),
  role: z.enum(ROLES),
  is_new_account: z.boolean(),
});
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;
