import { z } from "zod";
import { Timestamp, Uid } from "@/lib/fields";
import { dateRange, paging, QueryIds, QueryText, queryList, refineDateRange } from "@/lib/list-query";

const ACTOR_KINDS = ["api_key", "user", "system"] as const;

export const AuditEntry = z.object({
  uid: Uid,
  project_id: Uid,
  action: z.string().describe("What was done, such as endpoint.updated or member.removed"),
  actor: z
    .object({
      kind: z.enum(ACTOR_KINDS),
      uid: Uid.nullable(),
      name: z.string().describe("The key's name or the person's email as it was then"),
    })
    .describe("Who did it; `system` is the program itself or its command line"),
  resource: z.object({ type: z.string(), uid: Uid.nullable(), name: z.string() }),
  changes: z
    .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
    .describe("The fields that an update changed. Credentials are `[REDACTED]` on both sides"),
  request_id: z.string().nullable().describe("The X-Request-ID of the request"),
  address: z.string().nullable().describe("Where the request came from"),
  created_at: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const ListAuditLog = z
  .object({
    ...paging,
    ...dateRange,
    action: QueryText.describe("The action; a trailing * takes every action that begins so, such as member.*"),
    actorId: QueryIds.describe("Done by any of these keys or people"),
    actorKind: queryList(z.enum(ACTOR_KINDS, `Choose of ${ACTOR_KINDS.join(", ")}.`)).describe("Done by this kind"),
    resourceType: queryList(z.string().max(100, "Use at most 100 characters.")).describe("Such as endpoint or member"),
    resourceId: QueryIds.describe("Done to any of these"),
  })
  .superRefine(refineDateRange);
export type ListAuditLog = z.infer<typeof ListAuditLog>;
