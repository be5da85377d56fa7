import type pg from "pg";
import type { Sender } from "@/lib/egress/send";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { NotificationChannel } from "@/lib/kernel/vocabulary";
import { count } from "@/lib/metrics/meter";
import { toChatText } from "@/lib/upkeep/chat-text";
import type { Mailer } from "@/lib/upkeep/mailer";

export type NotifierParts = { pool: pg.Pool; box: SecretBox; sender: Sender; mailer: Mailer | null; log: Logger };

type Row = {
  id: string;
  channel: NotificationChannel;
  subject: string;
  body: string;
  num_trials: number;
  /** A chat's address is encrypted. */
  address: string | null;
};

const POLL_MS = 2_000;
const AT_ONCE = 10;
const LEASE_SECONDS = 60;
const TIMEOUT_MS = 10_000;
/** How often a row is sent at most; the pause doubles from 10 s up to an hour, which makes about seven hours. */
const MAX_TRIES = 16;
const FIRST_PAUSE_SECONDS = 10;
const MAX_PAUSE_SECONDS = 3_600;

const TAKE = `
update notifications n
set due_at = now() + interval '${LEASE_SECONDS} seconds', num_trials = num_trials + 1
where n.id in (select id from notifications where due_at <= now() order by due_at limit ${AT_ONCE} for update skip locked)
returning n.id, n.channel, n.subject, n.body, n.num_trials, (
  select case n.channel when 'chat' then e.sealed_chat_webhook_url else e.support_email end from endpoints e
  where e.project_id = n.project_id and e.id = n.endpoint_id and e.deleted_at is null
) as address`;

/**
 * Sends the rows of the outbox, at least once: a row is deleted when the chat or the mail server accepted it, or after
 * the last failure, which is logged. A dead copy leaves its rows to the others when their lease expires.
 */
export class Notifier {
  readonly #rounds: Rounds;

  constructor(private readonly parts: NotifierParts) {
    this.#rounds = new Rounds({
      run: () => this.#run(),
      onError: (error) => parts.log.error({ err: error }, "sending notifications failed; trying again"),
      afterErrorMs: POLL_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  poke(): void {
    this.#rounds.poke();
  }

  /** Finishes what is in progress; the rest stays in the outbox. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    this.parts.mailer?.close();
  }

  async #run(): Promise<number> {
    const { rows } = await this.parts.pool.query<Row>({ name: "take_notifications", text: TAKE });
    await Promise.all(rows.map((row) => this.#settle(row)));
    return rows.length === AT_ONCE ? 0 : POLL_MS;
  }

  async #settle(row: Row): Promise<void> {
    const { pool, log } = this.parts;
    const failure = await this.#send(row);
    if (failure !== null && row.num_trials < MAX_TRIES) {
      const pause = Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (row.num_trials - 1));
      await pool.query(
        "update notifications set due_at = now() + make_interval(secs => $2), last_error = $3 where id = $1",
        [row.id, pause, failure],
      );
      count("hookyard_notifications_total", { channel: row.channel, outcome: "failed" });
      return;
    }
    const outcome = failure === null ? "sent" : "given_up";
    count("hookyard_notifications_total", { channel: row.channel, outcome });
    if (failure !== null)
      log.warn({ notification: row.id, channel: row.channel, failure }, "a notification was given up");
    await pool.query("delete from notifications where id = $1", [row.id]);
  }

  /** Returns what went wrong, or null. If the address is gone, or there is no mail server, there is nothing to send. */
  async #send({ id, channel, address, subject, body }: Row): Promise<string | null> {
    if (!address) return null;
    switch (channel) {
      case "chat":
        return this.#post(address, toChatText(subject, body));
      case "email":
        return this.#mail({ id, to: address, subject, text: body });
    }
  }

  async #post(sealedUrl: string, text: string): Promise<string | null> {
    const url = this.parts.box.open(sealedUrl);
    const { status, error } = await this.parts.sender.send({
      method: "POST",
      url,
      headers: { "content-type": "application/json", "user-agent": "Hookyard" },
      body: Buffer.from(JSON.stringify({ text })),
      timeoutMs: TIMEOUT_MS,
    });
    if (error) return error.message;
    return status !== null && status >= 200 && status < 300 ? null : `The chat answered ${status}.`;
  }

  async #mail(mail: Parameters<Mailer["send"]>[0]): Promise<string | null> {
    if (!this.parts.mailer) return null;
    try {
      await this.parts.mailer.send(mail);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
