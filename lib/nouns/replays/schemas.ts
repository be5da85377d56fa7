import { z } from "zod";
import { DELIVERY_STATUSES, REPLAY_ITEM_STATUSES, REPLAY_STATUSES } from "@/lib/kernel/vocabulary";
import { EventDelivery } from "@/lib/nouns/deliveries/answer-schemas";
import { bodyFilters, refineRanges, statusesOf } from "@/lib/nouns/deliveries/filter-schemas";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";
import { DateText, paging, queryList } from "@/lib/wire/list-query";

/** Selects the deliveries of a replay: the filters of their list, by the same names. */
export const ReplayFilter = z
  .strictObject({
    ...bodyFilters,
    status: statusesOf(DELIVERY_STATUSES)
      .default(["Failure", "Discarded"])
      .describe("Any of these statuses; Success only with force"),
    endDate: DateText.optional().describe("Made not after this; deliveries made after the replay are never in it"),
  })
  .superRefine(refineRanges);
export type ReplayFilter = z.infer<typeof ReplayFilter>;

export const CreateReplay = z
  .strictObject({
    name: Name.default("Replay"),
    filter: ReplayFilter.prefault({}),
    rate_per_second: z
      .int()
      .min(1, "At least 1.")
      .max(1_000, "At most 1,000.")
      .default(50)
      .describe("Deliveries resent per second at most"),
    force: z.boolean().default(false).describe("Also resend what had succeeded"),
    run: z
      .boolean()
      .default(false)
      .describe("Run it as soon as its deliveries are collected; by default it waits for a look at them"),
  })
  .superRefine(({ filter, force }, ctx) => {
    if (force || !filter.status.includes("Success")) return;
    ctx.addIssue({ code: "custom", path: ["force"], message: "Set force to true to resend what had succeeded." });
  });
export type CreateReplay = z.output<typeof CreateReplay>;

const SampleItem = z.object({
  delivery_id: Uid,
  event_id: Uid,
  endpoint_id: Uid.nullable(),
  event_type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  created_at: z.string(),
});
export type SampleItem = z.infer<typeof SampleItem>;

export const Replay = z.object({
  uid: Uid,
  project_id: Uid,
  name: z.string(),
  status: z.enum(REPLAY_STATUSES),
  filter: ReplayFilter,
  rate_per_second: z.int(),
  force: z.boolean(),
  created_by: z.string().describe("Who made it, in words"),
  preview: z.object({
    count: z.int().describe("Deliveries frozen into the replay; still growing while it is Preparing"),
    by_status: z.partialRecord(z.enum(DELIVERY_STATUSES), z.int()).describe("By the status in which they were found"),
    sample: z.array(SampleItem).describe("The oldest ten, as they were found"),
    is_truncated: z.boolean().describe("There were more than 1,000,000; only the oldest are in the replay"),
  }),
  progress: z.object({
    waiting: z.int(),
    resent: z.int(),
    skipped: z.int().describe("Not resent; each item tells why"),
    percent: z.number().describe("Of the replay that is done"),
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: Timestamp,
  finished_at: Timestamp,
});
export type Replay = z.infer<typeof Replay>;

export const ListReplays = z.object({
  ...paging,
  status: queryList(z.enum(REPLAY_STATUSES, `Choose of ${REPLAY_STATUSES.join(", ")}.`)).describe(
    "In any of these statuses",
  ),
});
export type ListReplays = z.infer<typeof ListReplays>;

export const ReplayItem = z.object({
  delivery_id: Uid,
  status: z.enum(REPLAY_ITEM_STATUSES),
  reason: z.string().describe("Why it was skipped"),
  settled_at: Timestamp.describe("When it was resent or skipped"),
  delivery_status: z.enum(DELIVERY_STATUSES).nullable().describe("Of the delivery now; null when it is gone"),
  delivery: EventDelivery.nullable().describe("The delivery as it is now, without its payload; null when it is gone"),
});
export type ReplayItem = z.infer<typeof ReplayItem>;

export const ListReplayItems = z.object({
  ...paging,
  sort: paging.sort.describe("By the delivery's creation time: ASC is oldest first, DESC newest first"),
  status: queryList(z.enum(REPLAY_ITEM_STATUSES, `Choose of ${REPLAY_ITEM_STATUSES.join(", ")}.`)).describe(
    "In any of these statuses",
  ),
});
export type ListReplayItems = z.infer<typeof ListReplayItems>;
