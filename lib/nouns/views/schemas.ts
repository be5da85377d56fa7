import { z } from "zod";
import { VIEW_LISTS } from "@/lib/kernel/vocabulary";
import { DELIVERY_COLUMN_IDS, EVENT_COLUMN_IDS } from "@/lib/nouns/views/columns";
import { Uid } from "@/lib/wire/fields";
import { QueryText, queryValue } from "@/lib/wire/list-query";

const List = z.enum(VIEW_LISTS, `Choose of ${VIEW_LISTS.join(", ")}.`);

const words = {
  query:
    "The filters of the list by the names of its parameters, each a text or a list of texts; without cursors and paging",
  columns: `The columns in order; the usual ones when empty. Of deliveries ${DELIVERY_COLUMN_IDS.join(", ")}; of events ${EVENT_COLUMN_IDS.join(", ")}`,
  shared: "Everybody who may read the project sees it; otherwise only the person who saved it",
  pinned: "It stands above the list with a live count",
};

export const View = z.object({
  uid: Uid,
  project_id: Uid,
  list: List,
  name: z.string(),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe(words.query),
  columns: z.array(z.string()).describe(words.columns),
  is_shared: z.boolean().describe(words.shared),
  is_pinned: z.boolean().describe(words.pinned),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type View = z.infer<typeof View>;

const MAX_CHARACTERS = 10_000;
const Text = z.string().max(MAX_CHARACTERS, "Use at most 10,000 characters.");

export const ViewName = z.string().trim().min(1, "Give it a name.").max(80, "Use at most 80 characters.");

const Query = z
  .record(
    z.string().max(100, "No filter has so long a name."),
    z.union([Text, z.array(Text).max(200, "Name at most 200.")], "Give a text, or a list of texts."),
  )
  .refine((query) => JSON.stringify(query).length <= MAX_CHARACTERS, "Use at most 10,000 characters in all.");

/** Which ones there are depends on the list, so that they are checked with it. */
const Columns = z
  .array(z.string().max(50, "No column has so long a name."))
  .max(20, "Name at most 20.")
  .refine((columns) => new Set(columns).size === columns.length, "Name each column once.");

export const CreateView = z.strictObject({
  list: List,
  name: ViewName,
  query: Query.default({}).describe(words.query),
  columns: Columns.default([]).describe(words.columns),
  is_shared: z.boolean().default(false).describe(words.shared),
  is_pinned: z.boolean().default(false).describe(words.pinned),
});
export type CreateView = z.output<typeof CreateView>;

export const UpdateView = z.strictObject({
  name: ViewName.optional(),
  query: Query.optional().describe(words.query),
  columns: Columns.optional().describe(words.columns),
  is_shared: z.boolean().optional().describe(words.shared),
  is_pinned: z.boolean().optional().describe(words.pinned),
});
export type UpdateView = z.output<typeof UpdateView>;

export const ListViews = z.object({
  list: queryValue(List.optional()).describe("Only of this list"),
  q: QueryText.describe("Part of the name, in any case"),
});
export type ListViews = z.infer<typeof ListViews>;

export const ViewCount = z.object({
  count: z.int().nullable().describe("At most 1,000; null if it is not counted"),
  is_more: z.boolean().describe("There are more than are counted"),
  reason: z.string().nullable().describe("Why it is not counted, in a sentence"),
});
export type ViewCount = z.infer<typeof ViewCount>;
