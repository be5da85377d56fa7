import { z } from "zod";
import { REFUSAL_CODES } from "@/lib/kernel/refusal-codes";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { paging } from "@/lib/wire/list-query";

/** A request that a source refused. Values of headers and the body are not stored. */
export const SourceRefusal = z.object({
  uid: Uid,
  source_id: Uid,
  created_at: Timestamp.describe("When it was refused"),
  status: z.int().describe("The HTTP status that its sender got"),
  reason: z.string().describe("What its sender was told: which check failed"),
  code: z
    .enum(REFUSAL_CODES)
    .nullable()
    .describe("Why it did not prove who sent it; null where it was refused for another reason, and for older ones"),
  method: z.string(),
  address: z.string().describe("Where it came from; empty where that is not known"),
  header_names: z.array(z.string()).describe("The names of its headers, in lower case"),
  body_size: z.int().nullable().describe("Bytes; null where the body was not read and did not announce its length"),
  skipped: z.int().describe("So many more were refused right after it, too fast to be kept one by one"),
});
export type SourceRefusal = z.infer<typeof SourceRefusal>;

export const ListSourceRefusals = z.object(paging);
export type ListSourceRefusals = z.infer<typeof ListSourceRefusals>;
