import { brokers } from "@/lib/brokers/brokers";
import { changeStream } from "@/lib/change-stream/change-stream";
import type { ConsumerKinds } from "@/lib/consumers/consumer";
import { poller } from "@/lib/polling/poller";

/** The kinds of sources that are consumed. Another kind is a line here, and its settings in `SETTINGS_COLUMNS`. */
export const CONSUMER_KINDS: ConsumerKinds = { pub_sub: brokers, rest_api: poller, db_change_stream: changeStream };
