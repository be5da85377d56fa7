import { z } from "zod";
import { SIGN_IN_METHODS } from "@/lib/kernel/vocabulary";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText, queryValue } from "@/lib/wire/list-query";

export const Email = z
  .email("Give an email address such as ada@example.com.")
  .max(254, "Use at most 254 characters.")
  .describe("Compared without regard to case");

export const Password = z
  .string()
  .min(8, "Use at least 8 characters.")
  .max(200, "Use at most 200 characters.")
  .describe("Stored as a scrypt hash. One that is guessed first is refused: a common one, or one made of the email");

/** The first person of an installation, who may do everything in it. */
export const CreateOwner = z.strictObject({
  email: Email,
  password: Password,
  name: z.string().trim().max(200, "Use at most 200 characters.").default(""),
});
export type CreateOwner = z.input<typeof CreateOwner>;

/** The input of the setup page: the owner, and the token of the printed link. */
export const SetUp = CreateOwner.extend({ token: z.string().min(1, "Open the set-up link as it was printed.") });
export type SetUp = z.input<typeof SetUp>;

export const SignIn = z.object({
  email: z.string().min(1, "Give your email address.").max(254, "Use at most 254 characters."),
  password: z.string().min(1, "Give your password.").max(200, "Use at most 200 characters."),
});
export type SignIn = z.infer<typeof SignIn>;

export const ChangePassword = z.strictObject({
  current_password: z.string().min(1, "Give your present password.").max(200, "Use at most 200 characters."),
  new_password: Password,
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const UpdateMe = z.strictObject({
  name: z.string().trim().min(1, "Give your name.").max(200, "Use at most 200 characters."),
});
export type UpdateMe = z.infer<typeof UpdateMe>;

/** A person of the installation, as its owner sees them. */
export const User = z.object({
  uid: Uid,
  email: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  email_proven_at: Timestamp.describe(
    "When a link that reached the email, an identity provider or the owner proved whose it is; null for accounts made before that was asked",
  ),
  has_password: z.boolean(),
  has_single_sign_on: z.boolean().describe("Whether the account is tied to one at the identity provider"),
  projects: z.int().describe("In how many projects they have a role"),
  api_keys: z.int().describe("How many live API keys they made"),
  sessions: z.int().describe("In how many browsers they are signed in"),
  last_seen_at: Timestamp.describe("When a browser of theirs asked last; null where that is not known any more"),
  suspended_at: Timestamp,
  created_at: Timestamp,
});
export type User = z.infer<typeof User>;

export const SuspendedUser = User.extend({
  revoked_api_keys: z.int().describe("How many keys of theirs were revoked"),
  ended_sessions: z.int().describe("How many sessions of theirs ended"),
});
export type SuspendedUser = z.infer<typeof SuspendedUser>;

export const ListUsers = z.object({
  ...paging,
  q: QueryText.describe("Part of the email or name, in any case"),
  status: queryValue(z.enum(["active", "suspended"], "Choose active or suspended.").optional()).describe(
    "Only those who are let in, or who are not",
  ),
});
export type ListUsers = z.infer<typeof ListUsers>;

/** A browser in which a person is signed in. */
export const Session = z.object({
  uid: Uid,
  is_current: z.boolean().describe("Whether this is the session that asks"),
  method: z.enum(SIGN_IN_METHODS).describe("How it began"),
  user_agent: z.string().describe("What the browser said of itself when it signed in"),
  address: z.string().describe("Where it signed in from"),
  created_at: Timestamp,
  last_seen_at: Timestamp.describe("To the minute"),
  expires_at: Timestamp.describe("When it ends unless it is used again, and at the latest"),
});
export type Session = z.infer<typeof Session>;
