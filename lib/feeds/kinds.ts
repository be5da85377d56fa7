import type { ConsumerKinds } from "@/lib/feeds/consumer";
import { poller } from "@/lib/feeds/polling/poller";
import { isolate } from "@/lib/feeds/thread/isolate";

/**
 * The kinds of sources that are consumed. Another kind is a line here, and its settings in `SETTINGS_COLUMNS`. Whatever
 * speaks by a library of its own is isolated (its line is in `consumer.worker.ts`); the poller sends as deliveries do.
 */
export const CONSUMER_KINDS: ConsumerKinds = {
  pub_sub: isolate("pub_sub"),
  rest_api: poller,
  db_change_stream: isolate("db_change_stream"),
};
