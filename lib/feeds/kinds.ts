import type { ConsumerKinds } from "@/lib/feeds/consumer";
import { poller } from "@/lib/feeds/polling/poller";
import { isolate } from "@/lib/feeds/reader/isolate";

/**
 * The types of consumed sources. A new type is a line here, and its settings in `SETTINGS_COLUMNS`. Types with a
 * library of their own are isolated (with a line in `reader.process.ts`); the poller sends like deliveries do.
 */
export const CONSUMER_KINDS: ConsumerKinds = {
  pub_sub: isolate("pub_sub"),
  rest_api: poller,
  db_change_stream: isolate("db_change_stream"),
};
