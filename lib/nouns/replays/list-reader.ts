import { REPLAY_ITEM_STATUSES, REPLAY_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListReplayItems, ListReplays } from "@/lib/nouns/replays/schemas";
import { anyOf, pagingFields, queryReader } from "@/lib/wire/query-reader";

export const replayListReader = queryReader<ListReplays>({ ...pagingFields, status: anyOf(REPLAY_STATUSES) });

export const replayItemListReader = queryReader<ListReplayItems>({
  ...pagingFields,
  status: anyOf(REPLAY_ITEM_STATUSES),
});
