import { z } from "zod";
import { ROLES } from "@/lib/kernel/vocabulary";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";
import { Paging } from "@/lib/wire/list-query";

export const ApiKey = z.object({
  uid: Uid,
  project_id: Uid,
  name: z.string(),
  role: z.enum(ROLES),
  prefix: z.string().describe("The first part of the key, to tell keys apart: hy_<id>"),
  created_by: z
    .object({ uid: Uid, email: z.string() })
    .nullable()
    .describe(
      "The person who made it, also through a key of theirs; it is revoked with their part in the project. null for a key of the command line",
    ),
  expires_at: Timestamp,
  last_used_at: Timestamp,
  revoked_at: Timestamp,
  created_at: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A new key, with the only copy of its secret part. */
export const CreatedApiKey = ApiKey.extend({ key: z.string().describe("Shown once; only its hash is stored") });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const CreateApiKey = z.strictObject({
  name: Name,
  role: z.enum(ROLES, "Choose viewer, operator or admin."),
  expires_at: z.iso.datetime({ offset: true, error: "Give a date and time such as 2027-01-31T00:00:00Z." }).nullish(),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const ListApiKeys = Paging;
export type ListApiKeys = z.infer<typeof ListApiKeys>;
