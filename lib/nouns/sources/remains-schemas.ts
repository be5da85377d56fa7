import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** A replication slot of a deleted source that could not be dropped yet. */
export const SourceRemains = z.object({
  source_id: Uid,
  source_name: z.string(),
  deleted_at: Timestamp,
  slot: z.string().describe("The replication slot, which keeps that server's log until it is dropped"),
  server: z.string().describe("Host and port"),
  database: z.string(),
  last_error: z.string().nullable().describe("Why it could not be dropped; null before the first try"),
  last_error_at: Timestamp.nullable(),
  next_try_at: Timestamp.nullable(),
});
export type SourceRemains = z.infer<typeof SourceRemains>;
