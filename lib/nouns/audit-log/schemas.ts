import { z } from "zod";
import { ACTOR_KINDS, AUDITED_RESOURCES } from "@/lib/kernel/vocabulary";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, QueryIds, QueryText, queryList, refineDateRange } from "@/lib/wire/list-query";

export const AuditEntry = z.object({
  uid: Uid,
  project_id: Uid.nullable().describe("null for what happened outside projects"),
  action: z.string().describe("What was done, such as endpoint.updated or member.removed"),
  actor: z
    .object({
      kind: z.enum(ACTOR_KINDS),
      uid: Uid.nullable(),
      name: z.string().describe("The key's name or the person's email as it was then"),
    })
    .describe("Who did it; `system` is the program itself or its command line, `anonymous` somebody not signed in"),
  resource: z.object({ type: z.enum(AUDITED_RESOURCES), uid: Uid.nullable(), name: z.string() }),
  changes: z
    .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
    .describe("The fields that an update changed. Credentials are `[REDACTED]` on both sides"),
  count: z.int().describe("How often it happened within the minute, for what may come in floods; else 1"),
  request_id: z.string().nullable().describe("The X-Request-ID of the request"),
  address: z.string().nullable().describe("Where the request came from"),
  created_at: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  ...paging,
  ...dateRange,
  action: QueryText.describe("The action; a trailing * takes every action that begins so, such as member.*"),
  actorId: QueryIds.describe("Done by any of these keys or people"),
  actorKind: queryList(z.enum(ACTOR_KINDS, `Choose of ${ACTOR_KINDS.join(", ")}.`)).describe("Done by this kind"),
  resourceType: queryList(z.enum(AUDITED_RESOURCES, `Choose of ${AUDITED_RESOURCES.join(", ")}.`)).describe(
    "Done to any of these kinds",
  ),
  resourceId: QueryIds.describe("Done to any of these"),
};

export const ListAuditLog = z.object(filters).superRefine(refineDateRange);
export type ListAuditLog = z.infer<typeof ListAuditLog>;

export const ListInstallationAuditLog = z
  .object({ ...filters, projectId: QueryIds.describe("Of any of these projects; left out, of all and of none") })
  .superRefine(refineDateRange);
export type ListInstallationAuditLog = z.infer<typeof ListInstallationAuditLog>;
