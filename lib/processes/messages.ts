/** The database that the leading process opened, and where all of them listen. */
export type Opened = { databaseUrl: string; listeningUrl: string; port: number };

/** What the leading process says to those that serve. */
export type ToMember =
  | ({ hookyard: "opened" } & Opened)
  | { hookyard: "stop" }
  | { hookyard: "metrics"; id: number; text: string | null };

/**
 * What a serving process says to the one that leads: `joined` once it hears (what is said to it before that is lost), `ready`
 * once it serves.
 */
export type ToLeader = { hookyard: "joined" } | { hookyard: "ready" } | { hookyard: "metrics"; id: number };

/** Whether a message between the processes is one of ours; other libraries send theirs on the same channel. */
export function isOurs<Message extends ToMember | ToLeader>(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "hookyard" in message;
}
