import type pg from "pg";
import type { Condition } from "@/lib/db/look-out";
import type { Sender } from "@/lib/egress/send";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { NotificationChannel } from "@/lib/kernel/vocabulary";
import { count } from "@/lib/metrics/meter";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import { toChatText } from "@/lib/upkeep/chat-text";
import type { Mailer } from "@/lib/upkeep/mailer";
import { readContent } from "@/lib/upkeep/messages/content";
import { sendMessage } from "@/lib/upkeep/messages/send-message";

export type NotifierParts = { pool: pg.Pool; box: SecretBox; sender: Sender; mailer: Mailer | null; log: Logger };

type Row = {
  id: string;
  channel: NotificationChannel;
  subject: string;
  body: string;
  num_trials: number;
  /** The address that notices of an endpoint go to; a chat's is encrypted. */
  address: string | null;
  /** Null for a notice of an endpoint. */
  route_id: string | null;
  /** Encrypted; null if the route was deleted, or for an endpoint. */
  settings: string | null;
  content: unknown;
};

/** There is nowhere to send it any more. */
const NOWHERE = Symbol("nowhere");

const AGAIN_MS = 2_000;
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
returning n.id, n.channel, n.subject, n.body, n.num_trials, n.route_id, n.content, (
  select r.settings from alert_routes r where r.project_id = n.project_id and r.id = n.route_id
) as settings, (
  select case n.channel when 'chat' then e.sealed_chat_webhook_url else e.support_email end from endpoints e
  where e.project_id = n.project_id and e.id = n.endpoint_id and e.deleted_at is null
) as address`;

/** A message is to be sent. */
export const HAS_DUE_MESSAGES: Condition = (nameOf) =>
  `exists (select from ${nameOf("notifications")} where due_at <= now())`;

const END = `
update notifications
set due_at = null, last_error = $2, sent_at = case when $2::text is null then now() end,
  failed_at = case when $2::text is not null then now() end
where id = $1`;

/**
 * Sends the rows of the outbox, at least once. One that was taken by the chat, the mail server or the service is sent;
 * after the last failure, which is logged, it has failed. Both stay for a while, to be looked at. A dead copy leaves its
 * rows to the others when their lease expires.
 */
export class Notifier {
  readonly #rounds: Rounds;

  constructor(private readonly parts: NotifierParts) {
    this.#rounds = new Rounds({
      run: async () => ((await this.sendDue()) ? 0 : Number.POSITIVE_INFINITY),
      onError: (error) => parts.log.error({ err: error }, "sending notifications failed; trying again"),
      afterErrorMs: AGAIN_MS,
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

  /** Sends a batch of what is due; returns whether there may be more. */
  async sendDue(): Promise<boolean> {
    const { rows } = await this.parts.pool.query<Row>({ name: "take_notifications", text: TAKE });
    await Promise.all(rows.map((row) => this.#settle(row)));
    return rows.length === AT_ONCE;
  }

  async #settle(row: Row): Promise<void> {
    const { pool, log } = this.parts;
    const failure = await this.#send(row);
    if (failure === NOWHERE) {
      await pool.query("delete from notifications where id = $1", [row.id]);
      return;
    }
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
    await pool.query(END, [row.id, failure]);
  }

  /** Returns what went wrong, or null. */
  async #send(row: Row): Promise<string | null | typeof NOWHERE> {
    return row.route_id === null ? this.#sendToEndpoint(row) : this.#sendAlong(row, row.route_id);
  }

  /** To the chat or the people of an endpoint. If the address is gone, or there is no mail server, it goes nowhere. */
  async #sendToEndpoint({ id, channel, address, subject, body }: Row): Promise<string | null | typeof NOWHERE> {
    if (!address) return NOWHERE;
    if (channel === "chat") return this.#post(address, toChatText(subject, body));
    return this.#mail({ id, to: address, subject, text: body });
  }

  async #sendAlong({ id, settings, content }: Row, routeId: string): Promise<string | null | typeof NOWHERE> {
    const message = readContent(content);
    if (settings === null || message === null) return NOWHERE;
    return sendMessage(this.parts, openSettings(settings, this.parts.box), { id, routeId, content: message });
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

  async #mail(mail: Parameters<Mailer["send"]>[0]): Promise<string | null | typeof NOWHERE> {
    if (!this.parts.mailer) return NOWHERE;
    try {
      await this.parts.mailer.send(mail);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
