import pg from "pg";
import { clientOf } from "@/lib/db/hosts";

/**
 * How often to check that the server still answers: if packets are lost, a connection that only listens looks healthy
 * for ever.
 */
const BEAT_MS = 3_000;
const ANSWER_MS = 5_000;

/** Events of the connection. Notifications sent while it was down are lost. */
export type ListenerEvents = {
  onConnected(): void;
  /** The server stopped answering without closing the connection: other connections to it may be as dead. */
  onSilent?(): void;
};

/** `name` is the connection's name in PostgreSQL. */
export type ListenTo = { url: string; name: string };
export type Listener = { close(): Promise<void> };

/**
 * Listens on channels with a connection of its own and reconnects for ever (after 0.1 to 5 s). A connection without an
 * answer is given up within eight seconds.
 */
export function listen(
  { url, name }: ListenTo,
  handlers: Record<string, (payload: string) => void>,
  { onConnected, onSilent }: ListenerEvents,
): Listener {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let closed = false;
  let delayMs = 100;

  async function connect(): Promise<void> {
    const next = new (clientOf(url))({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client = next;
    let lost = false;
    const reconnect = () => {
      if (lost || closed) return;
      lost = true;
      clearInterval(beat);
      next.end().catch(() => {});
      timer = setTimeout(() => void connect(), delayMs);
      delayMs = Math.min(delayMs * 2, 5_000);
    };
    next.on("error", reconnect);
    next.on("end", reconnect);
    next.on("notification", ({ channel, payload }) => handlers[channel]?.(payload ?? ""));
    try {
      await next.connect();
      for (const channel of Object.keys(handlers)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      delayMs = 100;
      beat = setInterval(() => {
        next.query("select").catch(() => {
          if (!lost && !closed) onSilent?.();
          reconnect();
        });
      }, BEAT_MS);
      onConnected();
    } catch {
      reconnect();
    }
  }

  void connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(beat);
      await client?.end().catch(() => {});
    },
  };
}
