import { z } from "zod";
import { Timestamp, Uid } from "@/lib/fields";

export const Email = z
  .email("Give an email address such as ada@example.com.")
  .max(254, "Use at most 254 characters.")
  .describe("Compared without regard to case");

export const Password = z
  .string()
  .min(8, "Use at least 8 characters.")
  .max(200, "Use at most 200 characters.")
  .describe("Stored as a scrypt hash");

/** The first person of an installation, who may do everything in it. */
export const CreateOwner = z.strictObject({
  email: Email,
  password: Password,
  name: z.string().trim().max(200, "Use at most 200 characters.").default(""),
});
export type CreateOwner = z.input<typeof CreateOwner>;

/** What the set-up page sends: the owner, and the token of the printed link. */
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

export const User = z.object({
  uid: Uid,
  email: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  created_at: Timestamp,
});
export type User = z.infer<typeof User>;
