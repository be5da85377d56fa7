import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import type { SourceStore } from "@/lib/feeds/consumer";

const MIB = 1024 * 1024;

/** What a source's reader may have of messages that are not acknowledged: a quarter of what it may need in all. */
export const IN_HAND_BYTES = 128 * MIB;
/** Messages that one worker has in hand at once, however small they are. */
const MOST_MESSAGES = 100;

export type Share = { workers: number; messages: number };

/**
 * How many workers share what may be in hand, and how many messages each has of it, where a message may have so many
 * bytes. Each has one at least: where the messages are too large for so many workers, there are fewer.
 */
export function shareInHand(workers: number, messageBytes: number): Share {
  const messages = Math.max(1, Math.floor(IN_HAND_BYTES / messageBytes));
  const working = Math.min(workers, messages);
  return { workers: working, messages: Math.min(MOST_MESSAGES, Math.floor(messages / working)) };
}

/** A store that is given no more of a message than is kept of it: the rest would be copied only to be thrown away. */
export function cutMessages(store: SourceStore, mostBytes: number): SourceStore {
  return { ...store, accept: (message) => store.accept(cut(message, mostBytes)) };
}

function cut(message: BrokerMessage, mostBytes: number): BrokerMessage {
  const { body, cutFrom = body.length } = message;
  return body.length > mostBytes || cutFrom > body.length
    ? { ...message, body: body.subarray(0, mostBytes), cutFrom }
    : message;
}
