import { z } from "zod";
import { LAG_UNITS, SOURCE_STATES } from "@/lib/kernel/vocabulary";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** The present health of a source. */
export const SourceHealth = z.object({
  source_id: Uid,
  state: z
    .enum(SOURCE_STATES)
    .describe(
      "listening: an http source, which waits for its sender; connected; connecting; retrying: the last connection failed and the next is due at next_try_at; parked: its reader broke down five times in a row on what the server sent, and is tried again an hour later, when its settings change, or when asked to; waiting: no copy consumes it yet; disabled",
    ),
  connected_since: Timestamp,
  last_event_at: Timestamp.describe("When the last event came from it"),
  rate: z.number().describe("Events a second, over the last minute"),
  lag: z.int().nullable().describe("What waits at the source; null where it does not tell"),
  lag_unit: z.enum(LAG_UNITS).nullable(),
  last_poll_at: Timestamp.describe("When a rest_api source was asked last; null for the others"),
  next_poll_at: Timestamp,
  last_poll_items: z.int().nullable().describe("New items that the last poll brought; null before the first one"),
  last_error: z
    .string()
    .nullable()
    .describe("What went wrong last, in a sentence; it stays after things are well again"),
  last_error_at: Timestamp,
  failures: z.int().describe("Connections that failed one after another"),
  next_try_at: Timestamp,
});
export type SourceHealth = z.infer<typeof SourceHealth>;
