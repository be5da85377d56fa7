/** The database that the leader opened, and the port that all members listen on. */
export type Opened = { databaseUrl: string; listeningUrl: string; port: number };

/** Messages of the leader to members. */
export type ToMember =
  | ({ hookyard: "opened" } & Opened)
  | { hookyard: "stop" }
  | { hookyard: "metrics"; id: number; text: string | null };

/**
 * Messages of a member to the leader: `joined` once it receives messages (earlier ones are lost), `ready` once it
 * serves.
 */
export type ToLeader = { hookyard: "joined" } | { hookyard: "ready" } | { hookyard: "metrics"; id: number };

/** Whether a message between the processes is one of ours; other libraries use the same channel. */
export function isOurs<Message extends ToMember | ToLeader>(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "hookyard" in message;
}
